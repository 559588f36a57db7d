import { concat, utf8, type Bytes } from '@/features/audit/check/bytes';
import { leafHash } from '@/features/audit/check/tree';
import vectors from './evidence.json';

/** The hashes of the tree of seven that has the decision of `evidence.json`, as its maker fills it (adapters/canonical/tests/evidence.rs). */
export async function tileOfDecision(subtle: SubtleCrypto): Promise<Bytes> {
  const { entry } = JSON.parse(vectors.files.decision) as { entry: string };
  const others = ['entry 0', 'entry 1', 'entry 2', 'entry 3', entry, 'entry 5', 'entry 6'];
  return concat(...(await Promise.all(others.map((leaf) => leafHash(subtle, utf8(leaf))))));
}

/** Its path, as C2SP tlog-tiles has it. */
export const pathOfTile = '0/000.p/7';
