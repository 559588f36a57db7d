import { areEqual, concat, type Bytes } from './bytes';

/** The Merkle tree of RFC 6962 section 2.1. */

export async function sha256(subtle: SubtleCrypto, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}

export const leafHash = (subtle: SubtleCrypto, entry: Bytes): Promise<Bytes> =>
  sha256(subtle, concat(Uint8Array.of(0), entry));

export const nodeHash = (subtle: SubtleCrypto, left: Bytes, right: Bytes): Promise<Bytes> =>
  sha256(subtle, concat(Uint8Array.of(1), left, right));

export interface TreeHead {
  size: bigint;
  root: Bytes;
}

/**
 * Returns the side of each hash on the path from a leaf to the root: true if the hash is on the
 * left.
 */
export function pathSides(index: bigint, size: bigint): boolean[] {
  const upwards: boolean[] = [];
  let [low, high] = [0n, size];
  while (high - low > 1n) {
    let left = 1n;
    while (2n * left < high - low) left *= 2n;
    const isRight = index >= low + left;
    upwards.unshift(isRight);
    if (isRight) low += left;
    else high = low + left;
  }
  return upwards;
}

/** Returns true if the path leads from this leaf to the root of this tree. */
export async function hasLeaf(
  subtle: SubtleCrypto,
  head: TreeHead,
  index: bigint,
  leaf: Bytes,
  path: readonly Bytes[],
): Promise<boolean> {
  if (index >= head.size) return false;
  const upwards = pathSides(index, head.size);
  if (upwards.length !== path.length) return false;
  let hash = leaf;
  for (const [at, isRight] of upwards.entries()) {
    const beside = path[at]!;
    hash = await (isRight ? nodeHash(subtle, beside, hash) : nodeHash(subtle, hash, beside));
  }
  return areEqual(hash, head.root);
}
