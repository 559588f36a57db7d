import { fromBase64, fromDecimal, type Bytes } from './bytes';
import { notInForm } from './note';

/** Proofs that a leaf is in a tree, as text (C2SP tlog-proof). */

const HEADING = 'c2sp.org/tlog-proof@v1';

/** The maximum path length, that of a tree with 2^63 leaves. */
const MAX_PATH_LENGTH = 63;

export interface LeafProof {
  index: bigint;
  path: readonly Bytes[];
  checkpoint: string;
}

const after = (start: string, line: string | undefined) =>
  line?.startsWith(start) ? line.slice(start.length) : undefined;

function parse(text: string): LeafProof | undefined {
  const end = text.indexOf('\n\n');
  if (end < 0) return undefined;
  const [heading, ...lines] = text.slice(0, end).split('\n');
  if (heading !== HEADING) return undefined;
  const extra = after('extra ', lines[0]);
  if (extra !== undefined) {
    // Opaque and not authenticated, so it is ignored.
    if (!fromBase64(extra)) return undefined;
    lines.shift();
  }
  const index = fromDecimal(after('index ', lines[0]) ?? '');
  const path = lines.slice(1).map(fromBase64);
  const isWhole = path.length <= MAX_PATH_LENGTH && path.every((hash) => hash?.length === 32);
  if (index === undefined || !isWhole) return undefined;
  return { index, path: path as Bytes[], checkpoint: text.slice(end + 2) };
}

export function readProof(text: string): LeafProof {
  const proof = parse(text);
  if (!proof) throw notInForm('the proof');
  return proof;
}
