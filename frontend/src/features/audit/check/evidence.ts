import { fromHex, toHex, type Bytes } from './bytes';
import { isObject, NoJson, parseJson, type Json, type JsonObject } from './json';

/** Evidence as a standalone file, and the content of its entry. */

const FORMAT = 'aditus.evidence/1';

/** The largest accepted file, in bytes: 20 MiB. */
export const MAX_EVIDENCE_BYTES = 20 * 1024 * 1024;

/** A text that is stored outside an entry or a version, which contains a commitment to it. */
export interface Salted {
  /** In lower case. */
  commitment: string;
  salt: Bytes;
  value: string;
}

/** The entry about the passkey that confirmed a decision, with its own proof. */
export interface Enrolment {
  entry: string;
  proof: string;
}

export interface Evidence {
  entry: string;
  content: string | undefined;
  values: readonly Salted[];
  proof: string;
  /** The key that the file names. It is only a hint and never trusted. */
  verifierKey: string;
  /** Undefined unless a passkey confirmed the decision. */
  enrolment: Enrolment | undefined;
}

/** The author of an act, as the entry names them. */
export interface EntryAuthor {
  who: string | undefined;
  user: number | undefined;
  role: number | undefined;
  session: number | undefined;
}

/** The relevant content of an entry. */
export interface Facts {
  at: string;
  kind: string;
  by: EntryAuthor;
  act: JsonObject;
  request: number | undefined;
  /** The SHA-256 of the version that was decided on, in lower case. */
  content: string | undefined;
  version: number | undefined;
}

/** The reason why a file or an entry cannot be read. */
export class UnreadableEvidence extends Error {}

const fail = (what: string): never => {
  throw new UnreadableEvidence(what);
};

/** Returns the object if it has the required fields, and no others except the optional ones. */
function fieldsOf(value: Json, required: readonly string[], optional: readonly string[] = []) {
  if (!isObject(value)) return fail('an object was expected');
  const unknown = Object.keys(value).find((name) => ![...required, ...optional].includes(name));
  if (unknown !== undefined) fail(`the field "${unknown}" is not known here`);
  const missing = required.find((name) => !(name in value));
  if (missing !== undefined) fail(`the field "${missing}" is missing`);
  return value;
}

const textOf = (object: JsonObject, name: string): string => {
  const value = object[name];
  return typeof value === 'string' ? value : fail(`"${name}" is not a text`);
};

const bytesOf = (object: JsonObject, name: string, length: number): Bytes =>
  fromHex(textOf(object, name), length) ??
  fail(`"${name}" is not ${length} bytes in hexadecimal digits`);

function salted(value: Json): Salted {
  const object = fieldsOf(value, ['commitment', 'salt', 'value']);
  return {
    commitment: toHex(bytesOf(object, 'commitment', 32)),
    salt: bytesOf(object, 'salt', 16),
    value: textOf(object, 'value'),
  };
}

function enrolmentOf(value: Json): Enrolment {
  const object = fieldsOf(value, ['entry', 'proof']);
  return { entry: textOf(object, 'entry'), proof: textOf(object, 'proof') };
}

function parse(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof NoJson) return fail(`it is not JSON: ${error.message}`);
    throw error;
  }
}

/** Parses a file. Only the form is checked. */
export function readEvidence(bytes: Uint8Array): Evidence {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail('it is not a text in UTF-8');
  }
  const file = fieldsOf(
    parse(text),
    ['format', 'entry', 'values', 'proof', 'verifier_key'],
    ['content', 'enrolment'],
  );
  const { content = null, values, enrolment = null } = file;
  const format = textOf(file, 'format');
  const evidence = {
    entry: textOf(file, 'entry'),
    content: content === null ? undefined : textOf(file, 'content'),
    proof: textOf(file, 'proof'),
    verifierKey: textOf(file, 'verifier_key'),
    enrolment: enrolment === null ? undefined : enrolmentOf(enrolment),
  };
  if (!Array.isArray(values)) return fail('"values" is not a list');
  if (format !== FORMAT) fail(`the format "${format}" is not known here`);
  return { ...evidence, values: (values as readonly Json[]).map(salted) };
}

/** Returns a whole number, or undefined if the field is missing or null. */
function idOf(object: JsonObject, name: string): number | undefined {
  const value = object[name] ?? null;
  if (value === null) return undefined;
  return Number.isInteger(value) ? (value as number) : fail(`"${name}" is not a whole number`);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Parses an entry in canonical form. */
export function parseEntry(entry: string): Facts {
  const object = parse(entry);
  if (!isObject(object)) return fail('an object was expected');
  const { by, act } = object;
  const at = textOf(object, 'at');
  if (!MOMENT.test(at) || Number.isNaN(Date.parse(at))) fail('"at" is not a time');
  if (!isObject(by)) return fail('"by" is not an object');
  if (!isObject(act)) return fail('"act" is not an object');
  // Other acts have a field with this name too, the version of the product.
  const { version } = act;
  const isVersion = Number.isInteger(version) && Number(version) >= 0 && Number(version) < 2 ** 32;
  idOf(act, 'user');
  return {
    at,
    kind: textOf(object, 'kind'),
    by: {
      who: typeof by.who === 'string' ? by.who : undefined,
      user: idOf(by, 'user'),
      role: typeof by.role === 'number' ? by.role : undefined,
      session: typeof by.session === 'number' ? by.session : undefined,
    },
    act,
    request: idOf(act, 'request'),
    content: (act.content ?? null) === null ? undefined : toHex(bytesOf(act, 'content', 32)),
    version: isVersion ? Number(version) : undefined,
  };
}
