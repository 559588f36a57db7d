import { fromBase64Url, fromHex, toHex, type Bytes } from './bytes';
import { parseEntry, UnreadableEvidence, type Facts } from './evidence';
import type { Json, JsonObject } from './json';

/**
 * Reads passkeys from audit entries: their enrolment, and the decisions that they confirmed. It
 * does the same as adapters/canonical/src/passkeys.rs.
 */

/** A passkey of a person. */
export interface PasskeyKey {
  passkey: number;
  user: number;
  /** A `SubjectPublicKeyInfo` in DER, in base64url. */
  publicKey: string;
  /** The algorithm of its signatures in the registry of COSE. */
  algorithm: number;
}

/** A decision that a passkey confirmed. */
export interface Confirmation extends PasskeyKey {
  /** The text whose SHA-256 is the challenge. */
  text: string;
  authenticatorData: Bytes;
  clientData: Bytes;
  signature: Bytes;
}

class MissingField extends Error {}

/** Returns the value, or throws if it is missing. */
function present<T>(value: T | undefined): T {
  if (value === undefined) throw new MissingField();
  return value;
}

const isWhole = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 63;

const wholeOf = (act: JsonObject, name: string): number => {
  const value = act[name];
  return present(isWhole(value) ? value : undefined);
};

const textOf = (act: JsonObject, name: string): string => {
  const value = act[name];
  return present(typeof value === 'string' ? value : undefined);
};

const bytesOf = (act: JsonObject, name: string): Bytes => present(fromBase64Url(textOf(act, name)));

/** Returns what `read` returns, or `missing` if a field is missing or has another form. */
function readOr<T, M>(read: () => T, missing: M): T | M {
  try {
    return read();
  } catch (error) {
    if (error instanceof MissingField) return missing;
    throw error;
  }
}

function keyOf(act: JsonObject, user: number): PasskeyKey {
  // The text is compared, and is canonical as well.
  bytesOf(act, 'public_key');
  return {
    passkey: wholeOf(act, 'passkey'),
    user,
    publicKey: textOf(act, 'public_key'),
    algorithm: wholeOf(act, 'algorithm'),
  };
}

const OUTCOMES = ['Approved', 'Denied', 'Recalled'];

function confirmationOf({ by, act }: Facts): Confirmation {
  const user = present(by.user);
  const nonce = bytesOf(act, 'nonce');
  const round = wholeOf(act, 'round');
  const outcome = textOf(act, 'outcome');
  const content = toHex(present(fromHex(textOf(act, 'content'), 32)));
  if (nonce.length !== 32 || round < 0 || round >= 2 ** 32 || !OUTCOMES.includes(outcome)) {
    throw new MissingField();
  }
  const lines = [
    'aditus decision 1',
    `user ${user}`,
    `request ${wholeOf(act, 'request')}`,
    `state ${wholeOf(act, 'state')}`,
    `round ${round}`,
    `outcome ${outcome}`,
    `content ${content}`,
    `nonce ${toHex(nonce)}`,
  ];
  return {
    ...keyOf(act, user),
    text: lines.map((line) => `${line}\n`).join(''),
    authenticatorData: bytesOf(act, 'authenticator_data'),
    clientData: bytesOf(act, 'client_data'),
    signature: bytesOf(act, 'signature'),
  };
}

/**
 * Returns the decision that a passkey confirmed; undefined for other acts, and for decisions with a
 * one-time code.
 */
export function readConfirmation(facts: Facts): Confirmation | 'incomplete' | undefined {
  if (facts.kind !== 'request.decided' || !('passkey' in facts.act)) return undefined;
  return readOr(() => confirmationOf(facts), 'incomplete');
}

/** Returns the added passkey; undefined for other acts and for an entry that cannot be read. */
export function readEnrolment(entry: string): PasskeyKey | undefined {
  try {
    const { kind, act } = parseEntry(entry);
    if (kind !== 'account.passkey_added') return undefined;
    return readOr(() => keyOf(act, wholeOf(act, 'user')), undefined);
  } catch (error) {
    if (error instanceof UnreadableEvidence) return undefined;
    throw error;
  }
}
