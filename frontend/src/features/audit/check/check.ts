import { concat, toHex, utf8, type Bytes } from './bytes';
import {
  parseEntry,
  readEvidence,
  UnreadableEvidence,
  type Evidence,
  type Facts,
  type Salted,
} from './evidence';
import {
  sizeContradiction,
  isPrefixOfLog,
  latestRetirement,
  type FormerKeyResult,
  type TrustedKey,
} from './former';
import { isCanonical } from './json';
import { openCheckpoint, Refused, type Signed } from './note';
import { checkEnrolment, checkEnrolmentProof, checkSignature } from './passkey';
import { readConfirmation } from './passkeyEntries';
import { readProof, type LeafProof } from './proof';
import type { ReadTile } from './tiles';
import { hasLeaf, leafHash, sha256 } from './tree';

/**
 * Checks if evidence proves its claims, with only the keys that the user trusts. It does the same
 * as `aditus audit check` (application/src/audit/check.rs), with the same messages;
 * `src/testing/evidence.json` compares both. In addition, the page knows from the log which keys
 * were retired.
 */

/** The result of one check. */
export interface Checked {
  what: string;
  /** The reason why the check failed; undefined if it passed. */
  fault: string | undefined;
}

/** The result of checking evidence. */
export interface Answer {
  /** The checks in order. Checks that became impossible after a failed one are missing. */
  checked: Checked[];
  /** The content of the file, if it could be read. */
  evidence?: Evidence;
  /** The content of the entry, if it could be read. */
  facts?: Facts;
  index?: bigint;
  /** The hashes beside the path from the entry to the root, from below. */
  path?: readonly Bytes[];
  /** True if the path leads from the entry to the signed root. */
  isInLog?: boolean;
  /** The signed checkpoint, and the keys that signed it. */
  signed?: Signed;
  /** Set if all keys that signed the checkpoint are retired. */
  former?: FormerKeyResult;
}

export const isProved = ({ checked, signed }: Answer): boolean =>
  signed !== undefined && checked.every(({ fault }) => fault === undefined);

/** Runs a check and notes its result. Returns undefined if it failed. */
async function tried<T>(
  answer: Answer,
  what: string,
  find: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    const found = await find();
    answer.checked.push({ what, fault: undefined });
    return found;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof UnreadableEvidence)) throw error;
    answer.checked.push({ what, fault: error.message });
    return undefined;
  }
}

/** Adds a check to the answer, passed unless there is a fault. */
function addCheck(answer: Answer, what: string, fault: string | false | undefined): void {
  answer.checked.push({ what, fault: fault || undefined });
}

/**
 * Checks a file against the trusted keys. A checkpoint that only former keys signed is also
 * compared with the current log.
 */
export async function checkEvidence(
  subtle: SubtleCrypto,
  bytes: Uint8Array,
  keys: readonly TrustedKey[],
  readTile: ReadTile,
): Promise<Answer> {
  const answer: Answer = { checked: [] };
  const evidence = await tried(answer, 'The file is evidence in a form that is known here', () =>
    readEvidence(bytes),
  );
  if (!evidence) return answer;
  answer.evidence = evidence;
  const proof = await checkProof(subtle, answer, evidence, keys, readTile);
  await checkEntry(subtle, answer, evidence);
  await checkPasskey(subtle, answer, evidence, proof);
  return answer;
}

/** Returns the proof if a trusted key signed its checkpoint. */
async function checkProof(
  subtle: SubtleCrypto,
  answer: Answer,
  { entry, proof: text }: Evidence,
  keys: readonly TrustedKey[],
  readTile: ReadTile,
): Promise<LeafProof | undefined> {
  const proof = await tried(answer, 'The proof is in the form of C2SP tlog-proof', () =>
    readProof(text),
  );
  if (!proof) return undefined;
  const signed = await tried(answer, 'The checkpoint is signed by a key that you trust', () =>
    openCheckpoint(
      subtle,
      proof.checkpoint,
      keys.map(({ key }) => key),
    ),
  );
  if (!signed) return undefined;
  answer.signed = signed;
  if (!(await checkFormer(subtle, answer, signed, keys, readTile))) return undefined;
  const leaf = await leafHash(subtle, utf8(entry));
  const isIn = await hasLeaf(subtle, signed, proof.index, leaf, proof.path);
  addCheck(
    answer,
    'The entry is in the log that was signed',
    !isIn && 'the path does not lead from this entry to the root',
  );
  answer.index = proof.index;
  answer.path = proof.path;
  answer.isInLog = isIn;
  return proof;
}

/** Returns true unless a check fails for a checkpoint that only former keys have signed. */
async function checkFormer(
  subtle: SubtleCrypto,
  answer: Answer,
  signed: Signed,
  keys: readonly TrustedKey[],
  readTile: ReadTile,
): Promise<boolean> {
  const retired = latestRetirement(signed, keys);
  if (!retired) return true;
  const fault = sizeContradiction(signed, retired);
  addCheck(answer, 'The key had not been retired by then', fault);
  if (fault) return false;
  const isPrefix = await isPrefixOfLog(subtle, signed, readTile);
  answer.former = { retired, isCompared: isPrefix !== undefined };
  if (isPrefix === undefined) return true;
  addCheck(
    answer,
    'The log of today begins with what the former key signed',
    !isPrefix &&
      `its first ${signed.size.toLocaleString()} entries differ; someone still has the secret of that key, or the log was altered`,
  );
  return isPrefix;
}

async function checkEntry(subtle: SubtleCrypto, answer: Answer, evidence: Evidence): Promise<void> {
  const { entry, content, values } = evidence;
  const isInForm = isCanonical(entry);
  addCheck(answer, 'The entry is canonical JSON', !isInForm && 'it is not in the form of RFC 8785');
  // Readers may interpret an ambiguous form differently.
  if (!isInForm) return;
  const facts = await tried(answer, 'The entry can be read', () => parseEntry(entry));
  if (!facts) return;
  // Evidence that was created after the deletion of the request has no version.
  if (content !== undefined) {
    addCheck(
      answer,
      'The version of the request is the one that the entry names',
      await digestFault(subtle, content, facts.content),
    );
  }
  const texts = content === undefined ? [entry] : [entry, content];
  let altered: Salted | undefined;
  for (const value of values) {
    if (altered || (await isCommitted(subtle, value, texts))) continue;
    altered = value;
  }
  addCheck(
    answer,
    'The texts are those that entry and version commit to',
    altered && `nothing commits to ${JSON.stringify(altered.value)}`,
  );
  answer.facts = facts;
}

const SIGNED_DECISION = 'The passkey of the person signed this decision';
const ENROLLED_BEFORE = 'The passkey was added by the same person before';

/**
 * Checks the signature of the passkey that confirmed the decision, and its enrolment. Makes no
 * checks for other entries.
 */
async function checkPasskey(
  subtle: SubtleCrypto,
  answer: Answer,
  { enrolment }: Evidence,
  proof: LeafProof | undefined,
): Promise<void> {
  const { facts, signed } = answer;
  if (!facts) return;
  const confirmation = readConfirmation(facts);
  if (!confirmation) {
    if (enrolment) addCheck(answer, ENROLLED_BEFORE, 'the entry names no passkey');
    return;
  }
  if (confirmation === 'incomplete') {
    addCheck(answer, SIGNED_DECISION, 'the entry lacks a part of what was signed');
    return;
  }
  await tried(answer, SIGNED_DECISION, () => checkSignature(subtle, confirmation));
  if (!proof || !signed) return;
  await tried(answer, ENROLLED_BEFORE, async () => {
    if (!enrolment) throw new Refused('the file does not contain the entry about it');
    checkEnrolment(enrolment, confirmation);
    await checkEnrolmentProof(subtle, enrolment, proof, signed);
  });
}

/** Returns the reason if the content does not have the SHA-256 that the entry names. */
async function digestFault(
  subtle: SubtleCrypto,
  content: string,
  digest: string | undefined,
): Promise<string | undefined> {
  if (digest === undefined) return 'the entry names none';
  const isSame = toHex(await sha256(subtle, utf8(content))) === digest;
  return isSame ? undefined : 'its SHA-256 is not the one in the entry';
}

/**
 * Returns true if one of the texts, which are canonical JSON, contains the commitment, and the
 * commitment matches this value.
 */
async function isCommitted(
  subtle: SubtleCrypto,
  { commitment, salt, value }: Salted,
  texts: readonly string[],
): Promise<boolean> {
  // Canonical JSON has only one form of a text of hexadecimal digits.
  if (!texts.some((text) => text.includes(`"${commitment}"`))) return false;
  return toHex(await sha256(subtle, concat(salt, utf8(value)))) === commitment;
}
