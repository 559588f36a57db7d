import { areEqual, concat, fromBase64, fromDecimal, utf8, type Bytes } from './bytes';
import { sha256, type TreeHead } from './tree';

/**
 * Keys and signed notes (C2SP signed-note), and the checkpoint in a note (C2SP tlog-checkpoint).
 */

/** The fault of an invalid form, or of a note that no trusted key signed. */
export class Refused extends Error {}

export const notInForm = (what: string): Refused =>
  new Refused(`${what} is not in the form that it must have`);

/** The type of Ed25519 keys in signed-note. */
const ED25519 = 1;

const MAX_NOTE_LENGTH = 1_000_000;
const MAX_SIGNATURES = 100;

export interface VerifierKey {
  name: string;
  id: Bytes;
  key: Bytes;
  /** The key in its text form. */
  text: string;
}

interface Signature {
  name: string;
  id: Bytes;
  signature: Bytes;
}

/** A signed checkpoint. */
export interface Signed extends TreeHead {
  origin: string;
  /** The keys that signed it. */
  by: readonly VerifierKey[];
}

const isName = (name: string) => name !== '' && !/[\p{White_Space}+]/u.test(name);

/** Parses `<name>+<id>+<key>`. The id is the beginning of a hash of the rest. */
async function readVerifierKey(subtle: SubtleCrypto, text: string): Promise<VerifierKey> {
  const fault = notInForm('the verifier key');
  const [, name = '', digits = '', base64 = ''] = /^([^+]*)\+([^+]*)\+([^]*)$/.exec(text) ?? [];
  const typed = fromBase64(base64);
  if (!isName(name) || !/^[0-9a-f]{8}$/i.test(digits) || !typed?.length) throw fault;
  const hash = await sha256(subtle, concat(utf8(`${name}\n`), typed));
  const id = hash.slice(0, 4);
  const named = Uint8Array.from([0, 2, 4, 6], (at) => parseInt(digits.slice(at, at + 2), 16));
  if (!areEqual(id, named) || typed[0] !== ED25519 || typed.length !== 33) throw fault;
  return { name, id, key: typed.slice(1), text };
}

function readSignature(line: string): Signature | undefined {
  const [, name = '', base64 = ''] = /^— ([^ ]*) ([^]*)$/.exec(line) ?? [];
  const bytes = fromBase64(base64);
  if (!isName(name) || !bytes || bytes.length < 5) return undefined;
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) };
}

/** Splits a note into its text and signatures, which are not verified here. */
function readNote(note: string): { text: string; signatures: Signature[] } | undefined {
  const end = note.lastIndexOf('\n\n');
  // eslint-disable-next-line no-control-regex -- these characters are forbidden
  const hasControls = /[\u0000-\u0009\u000b-\u001f]/.test(note);
  if (end < 0 || !note.endsWith('\n') || hasControls) return undefined;
  if (utf8(note).length > MAX_NOTE_LENGTH) return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map(readSignature);
  if (lines.length > MAX_SIGNATURES || !signatures.every((one) => one !== undefined))
    return undefined;
  return { text: note.slice(0, end + 1), signatures };
}

/** Parses origin, size and root, each on a line. Further lines are ignored. */
function readCheckpoint(text: string): (TreeHead & { origin: string }) | undefined {
  const [origin, digits = '', base64 = '', ...rest] = text.split('\n');
  const size = fromDecimal(digits);
  const root = fromBase64(base64);
  // The text ends with a line break and has no empty line.
  const isWhole = rest.at(-1) === '' && !rest.slice(0, -1).includes('');
  if (!origin || size === undefined || root?.length !== 32 || !isWhole) return undefined;
  return { origin, size, root };
}

async function isSignedBy(
  subtle: SubtleCrypto,
  { key }: VerifierKey,
  signature: Bytes,
  text: string,
): Promise<boolean> {
  if (signature.length !== 64) return false;
  const imported = await subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  return subtle.verify('Ed25519', imported, signature, utf8(text));
}

/**
 * Returns the checkpoint in a note if one of the keys signed it. If a signature claims to be by one
 * of the keys and is wrong, the note is refused, even if other signatures are valid.
 */
export async function openCheckpoint(
  subtle: SubtleCrypto,
  checkpoint: string,
  keys: readonly string[],
): Promise<Signed> {
  const known = await Promise.all(keys.map((text) => readVerifierKey(subtle, text)));
  const note = readNote(checkpoint);
  if (!note) throw notInForm('the checkpoint');
  const notSigned = new Refused('the checkpoint is not signed by a key that is trusted');
  const by: VerifierKey[] = [];
  for (const { name, id, signature } of note.signatures) {
    const [key, another] = known.filter((one) => one.name === name && areEqual(one.id, id));
    if (another) throw notSigned;
    if (!key || by.includes(key)) continue;
    if (!(await isSignedBy(subtle, key, signature, note.text))) throw notSigned;
    by.push(key);
  }
  if (by.length === 0) throw notSigned;
  const read = readCheckpoint(note.text);
  if (!read) throw notInForm('the checkpoint');
  return { ...read, by };
}
