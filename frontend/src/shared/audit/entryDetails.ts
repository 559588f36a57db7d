import type { ActEntry } from '@/api/models';
import { formatDate } from '@/lib/dates';

type Details = ActEntry['details'];
type Value = Details[string];

const text = (value: Value): string =>
  Array.isArray(value) ? value.map(text).join(', ') : String(value);
const labelled = (name: string) => (value: Value) => `${name} ${text(value)}`;
const counted = (one: string, many: string) => (value: Value) =>
  `${text(value)} ${value === 1 ? one : many}`;
const flagged = (words: string) => (value: Value) => (value === true ? words : '');
/** True for a SHA-256 digest, which means nothing to a reader. */
const isDigest = (value: Value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/**
 * Returns a readable value, and omits the ids and digests that other acts have under the same name.
 */
const word = (value: Value) => (typeof value === 'string' && !isDigest(value) ? value : '');

const purposes: Record<string, string> = {
  SignUp: 'For a registration',
  ForgotPassword: 'For a forgotten password',
  EmailChange: 'For an email address',
  PhoneChange: 'For a phone number',
  Decision: 'For a decision',
};

/** The reason of a recall by the system. */
const NO_ANSWER = 'No answer in time';

/** Entries count stages from 0, screens from 1. */
const stageNumber = (value: Value): string =>
  Array.isArray(value)
    ? value.map(stageNumber).join(', ')
    : text(typeof value === 'number' ? value + 1 : value);

/**
 * The details that are shown to readers, in this order. Names are those of the entries' details.
 */
const facts: readonly (readonly [name: string, say: (value: Value) => string])[] = [
  ['role', text],
  ['outcome', text],
  ['state', word],
  ['status', labelled('Status')],
  ['section', text],
  ['purpose', (value) => purposes[text(value)] ?? text(value)],
  ['what', (value) => text(value).replaceAll('_', ' ')],
  ['record', text],
  ['needed_on', (value) => `Date needed: ${formatDate(text(value))}`],
  ['action_required', flagged('Action required')],
  ['resolved', flagged('Comment resolved')],
  ['round', labelled('Round')],
  ['stage', (value) => `Stage ${stageNumber(value)}`],
  ['stages', (value) => `Stages ${stageNumber(value)}`],
  ['anew', flagged('All stages open again')],
  ['version', (value) => (typeof value === 'number' ? `Version ${value}` : '')],
  ['requests', counted('Data Request', 'Data Requests')],
  ['entries', counted('entry', 'entries')],
  ['added', counted('record', 'records')],
  ['second_factor', labelled('By')],
  ['provider', (value) => (word(value) ? `Provider ${word(value)}` : '')],
  ['why', word],
  // Reasons of decisions are shown with the decision.
  ['reason', (value) => (value === NO_ANSWER ? NO_ANSWER : '')],
  ['copied', flagged('A copy of the passkey may exist')],
  ['replaced', flagged('Replaces the earlier one')],
  ['left', counted('code left', 'codes left')],
];

/** Details that are shown elsewhere in the entry, such as its person and its request. */
const shownBeside = ['request', 'user', 'browser', 'system', 'made_on'];

/** Keys, signatures and signed data of passkeys. They mean nothing to a reader. */
const unreadable = [
  'public_key',
  'algorithm',
  'nonce',
  'authenticator_data',
  'client_data',
  'signature',
];

type DetailedEntry = Pick<ActEntry, 'details'> & Partial<Pick<ActEntry, 'times' | 'records'>>;

/** The details in place of which the name of a record is shown. */
const namedBy: Record<string, readonly string[]> = {
  // Role, person and organisation say more than the number of the role.
  Organisation: ['organisation', 'assigned_role'],
  'Data source': ['source'],
  'Dictionary import': ['import'],
};

const namedDetails = ({ details, records = [] }: DetailedEntry): string[] =>
  records.flatMap(({ record, id }) =>
    record === details.record && id === details.id ? ['record', 'id'] : (namedBy[record] ?? []),
  );

/** "Firefox on Linux". */
function deviceOf({ browser, system }: Details): string {
  return [browser, system].filter(Boolean).join(' on ');
}

/**
 * Returns the details of an entry as texts, besides its actor, its subject and its named records,
 * and without those that are `said` elsewhere.
 */
export function entryDetails(entry: DetailedEntry, said: readonly string[] = []): string[] {
  const { details, times = 1 } = entry;
  const shown = [...said, ...namedDetails(entry)];
  const texts = facts.map(([name, say]) =>
    name in details && !shown.includes(name) ? say(details[name]) : '',
  );
  const repeated = times > 1 ? `${times} times within the hour` : '';
  return [deviceOf(details), ...texts, repeated].filter(Boolean);
}

/** "Comment 12": returns the remaining details, mostly ids, for investigations. */
export function entryIds(entry: DetailedEntry): string[] {
  const { details } = entry;
  const shownFacts = facts.filter(([name, say]) => name in details && say(details[name]));
  const shownNames = [
    ...shownBeside,
    ...unreadable,
    ...namedDetails(entry),
    ...shownFacts.map(([name]) => name),
  ];
  return Object.entries(details)
    .filter(([name]) => !shownNames.includes(name))
    .filter(([, value]) => !isDigest(value) && value !== false && text(value) !== '')
    .map(([name, value]) => {
      const words = name.replaceAll('_', ' ');
      return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${text(value)}`;
    });
}
