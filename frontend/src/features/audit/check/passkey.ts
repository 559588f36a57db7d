import { areEqual, concat, fromBase64Url, utf8, type Bytes } from './bytes';
import type { Enrolment } from './evidence';
import { isCanonical, isObject, NoJson, parseJson, type JsonObject } from './json';
import { Refused, type Signed } from './note';
import { readEnrolment, type Confirmation } from './passkeyEntries';
import { readProof, type LeafProof } from './proof';
import { hasLeaf, leafHash, sha256 } from './tree';

/**
 * Checks of a decision that a passkey confirmed (Web Authentication level 2, section 7.2). They are
 * those of adapters/webauthn/src/evidence.rs and application/src/audit/check.rs, with the same
 * messages.
 */

/** Verifies signatures of one algorithm. */
interface Algorithm {
  name: EcKeyImportParams | RsaHashedImportParams;
  isStrong: (algorithm: KeyAlgorithm) => boolean;
  verifyWith: EcdsaParams | Algorithm['name'];
  /** Converts a signature to the form of WebCrypto; undefined if it is malformed. */
  convert: (signature: Bytes) => Bytes | undefined;
}

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** The accepted algorithms, by their number in the registry of COSE. */
const algorithms: Readonly<Record<number, Algorithm>> = {
  [-7]: {
    name: { name: 'ECDSA', namedCurve: 'P-256' },
    isStrong: () => true,
    verifyWith: { name: 'ECDSA', hash: 'SHA-256' },
    convert: fromDerSignature,
  },
  [-257]: {
    name: RSA,
    isStrong: (algorithm) =>
      'modulusLength' in algorithm && Number(algorithm.modulusLength) > 255 * 8,
    verifyWith: RSA,
    convert: (signature) => signature,
  },
};

/** The length of each of the two numbers in a signature with P-256. */
const SCALAR_BYTES = 32;

/** Converts an ECDSA signature from DER (RFC 3279 section 2.2.3) to two numbers of 32 bytes. */
function fromDerSignature(der: Bytes): Bytes | undefined {
  const scalars: Bytes[] = [];
  let at = 2;
  while (at < der.length) {
    const length = der[at + 1] ?? 0;
    const digits = der.slice(at + 2, at + 2 + length);
    const [first = 0x80, second = 0] = digits;
    const isShortest = first !== 0 || second >= 0x80 || length === 1;
    const scalar = first === 0 ? digits.slice(1) : digits;
    const isNumber = der[at] === 2 && digits.length === length && first < 0x80 && isShortest;
    if (!isNumber || scalar.length > SCALAR_BYTES) return undefined;
    scalars.push(concat(new Uint8Array(SCALAR_BYTES - scalar.length), scalar));
    at += 2 + length;
  }
  const isSequence = der[0] === 0x30 && der[1] === der.length - 2 && der.length < 0x80;
  return isSequence && scalars.length === 2 ? concat(...scalars) : undefined;
}

/** Imports a public key. Refuses one that does not fit the algorithm. */
async function importKey(
  subtle: SubtleCrypto,
  publicKey: Bytes,
  { name, isStrong }: Algorithm,
): Promise<CryptoKey> {
  try {
    const key = await subtle.importKey('spki', publicKey, name, true, ['verify']);
    const exported = new Uint8Array(await subtle.exportKey('spki', key));
    // The same key in another encoding would differ from the one of the enrolment.
    if (isStrong(key.algorithm) && areEqual(exported, publicKey)) return key;
  } catch {
    // Browsers report an unsuitable key with different errors.
  }
  throw new Refused('the public key of the passkey does not fit its algorithm');
}

/** Authenticator data: the hash of the relying party, flags, a counter, and then extensions. */
const RELYING_PARTY_BYTES = 32;
const MIN_AUTHENTICATOR_BYTES = 37;
/** The user was present, and the passkey verified them. */
const NEEDED_FLAGS = 0b101;

interface ClientData {
  type: string;
  challenge: string;
  origin: string;
  crossOrigin: boolean;
}

function readClientData(bytes: Bytes): ClientData {
  const fault = new Refused('the client data are no JSON of Web Authentication');
  let data: JsonObject;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const parsed = parseJson(text);
    if (!isObject(parsed)) throw fault;
    data = parsed;
  } catch (error) {
    // A decoder throws a TypeError.
    if (error instanceof NoJson || error instanceof TypeError) throw fault;
    throw error;
  }
  const { type, challenge, origin, crossOrigin = false } = data;
  const isWhole =
    typeof type === 'string' && typeof challenge === 'string' && typeof origin === 'string';
  if (!isWhole || typeof crossOrigin !== 'boolean') throw fault;
  return { type, challenge, origin, crossOrigin };
}

const isAddress = (host: string) => host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);

/** Returns true if a page of this origin may use the passkeys of this relying party. */
async function isOriginOf(
  subtle: SubtleCrypto,
  origin: string,
  relyingParty: Bytes,
): Promise<boolean> {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: whole } = new URL(origin);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  if (!isSecure || whole !== origin || isAddress(hostname)) return false;
  return areEqual(await sha256(subtle, utf8(hostname)), relyingParty);
}

/** Throws unless the passkey signed this decision after it had verified the person. */
export async function checkSignature(subtle: SubtleCrypto, signed: Confirmation): Promise<void> {
  const { authenticatorData, clientData } = signed;
  const algorithm = algorithms[signed.algorithm];
  if (!algorithm) throw new Refused('the algorithm of the passkey is not accepted');
  const key = await importKey(subtle, fromBase64Url(signed.publicKey)!, algorithm);
  if (authenticatorData.length < MIN_AUTHENTICATOR_BYTES) {
    throw new Refused('the authenticator data are too short');
  }
  const { type, challenge, origin, crossOrigin } = readClientData(clientData);
  if (type !== 'webauthn.get') throw new Refused('the passkey was not asked to sign');
  const expected = await sha256(subtle, utf8(signed.text));
  if (!areEqual(fromBase64Url(challenge) ?? new Uint8Array(), expected)) {
    throw new Refused('the passkey signed another challenge');
  }
  if (crossOrigin) throw new Refused('a page inside another website asked for the passkey');
  if (!(await isOriginOf(subtle, origin, authenticatorData.slice(0, RELYING_PARTY_BYTES)))) {
    throw new Refused('the passkey was used at another website than the one to which it belongs');
  }
  if ((authenticatorData[RELYING_PARTY_BYTES]! & NEEDED_FLAGS) !== NEEDED_FLAGS) {
    throw new Refused('the passkey did not verify the person');
  }
  const signature = algorithm.convert(signed.signature);
  const data = concat(authenticatorData, await sha256(subtle, clientData));
  if (!signature || !(await subtle.verify(algorithm.verifyWith, key, signature, data))) {
    throw new Refused('the signature is not by the key of the passkey');
  }
}

/** Throws unless the entry is about adding this passkey to the account of the decider. */
export function checkEnrolment({ entry }: Enrolment, decided: Confirmation): void {
  if (!isCanonical(entry)) throw new Refused('the entry about it is not in the form of RFC 8785');
  const added = readEnrolment(entry);
  if (!added) throw new Refused('the entry about it does not say that a passkey was added');
  if (added.passkey !== decided.passkey) throw new Refused('another passkey was added');
  if (added.user !== decided.user) throw new Refused('another person added it');
  if (added.publicKey !== decided.publicKey || added.algorithm !== decided.algorithm) {
    throw new Refused('it was added with another key');
  }
}

/**
 * Throws unless the enrolment is in the log before the decision. Both proofs have the same
 * checkpoint, because the order of entries is that of one tree.
 */
export async function checkEnrolmentProof(
  subtle: SubtleCrypto,
  { entry, proof: text }: Enrolment,
  decision: LeafProof,
  signed: Signed,
): Promise<void> {
  let proof;
  try {
    proof = readProof(text);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused('the proof of the entry about it is not in the form of C2SP tlog-proof');
  }
  if (proof.checkpoint !== decision.checkpoint) {
    throw new Refused('the proof of the entry about it has another checkpoint');
  }
  const leaf = await leafHash(subtle, utf8(entry));
  if (!(await hasLeaf(subtle, signed, proof.index, leaf, proof.path))) {
    throw new Refused('the entry about it is not in the log that was signed');
  }
  if (proof.index >= decision.index) throw new Refused('it was added after the decision');
}
