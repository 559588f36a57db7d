import { concat, utf8, type Bytes } from '@/features/audit/check/bytes';
import { leafHash } from '@/features/audit/check/tree';
import vectors from './evidence.json';

/**
 * The leaf hashes of a tree of seven entries with the decision of `evidence.json`, which
 * adapters/canonical/tests/evidence.rs generates.
 */
export async function tileOfDecision(subtle: SubtleCrypto): Promise<Bytes> {
  const { entry } = JSON.parse(vectors.files.decision) as { entry: string };
  const others = ['entry 0', 'entry 1', 'entry 2', 'entry 3', entry, 'entry 5', 'entry 6'];
  return concat(...(await Promise.all(others.map((leaf) => leafHash(subtle, utf8(leaf))))));
}

/** The tile's path according to C2SP tlog-tiles. */
export const pathOfTile = '0/000.p/7';
