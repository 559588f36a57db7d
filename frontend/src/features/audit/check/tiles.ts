import type { Bytes } from './bytes';
import { nodeHash } from './tree';

/** Computes the root of a log from its published tiles (C2SP tlog-tiles). */

/** Reads a tile by its path. Returns undefined if it is not available. */
export type ReadTile = (path: string) => Promise<Bytes | undefined>;

/** The number of hashes in a full tile. Each is the hash of a subtree with 2^(8 · level) leaves. */
const WIDTH = 256n;
const HASH = 32;

/**
 * Returns the path of a tile, such as "0/x001/x234/067.p/9". The tile number is written in groups
 * of three digits.
 */
export function tilePath(level: number, place: bigint, width: number): string {
  const digits = place.toString();
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group));
  return `${level}/${path.join('/')}.p/${width}`;
}

/** Returns the root of adjacent subtrees. Their number is a power of two. */
async function over(subtle: SubtleCrypto, hashes: readonly Bytes[]): Promise<Bytes> {
  const [first, second] = hashes;
  if (!second) return first!;
  const half = hashes.length / 2;
  return nodeHash(
    subtle,
    await over(subtle, hashes.slice(0, half)),
    await over(subtle, hashes.slice(half)),
  );
}

/**
 * Returns the root of the tree of the log's first `size` leaves, from the last tile of each level;
 * undefined if one is not available.
 */
export async function rootOf(
  subtle: SubtleCrypto,
  size: bigint,
  read: ReadTile,
): Promise<Bytes | undefined> {
  let root: Bytes | undefined;
  for (let [level, count] = [0, size]; count > 0n; level += 1, count /= WIDTH) {
    let width = Number(count % WIDTH);
    if (width === 0) continue;
    const tile = await read(tilePath(level, count / WIDTH, width));
    if (tile?.length !== width * HASH) return undefined;
    const hashes = Array.from({ length: width }, (_, at) => tile.slice(at * HASH, (at + 1) * HASH));
    // The complete subtrees in a tile correspond to the binary digits of its width, with the
    // smallest at the end.
    for (let part = 1; width > 0; part *= 2) {
      if (width % (2 * part) === 0) continue;
      width -= part;
      const subtree = await over(subtle, hashes.slice(width, width + part));
      root = root ? await nodeHash(subtle, subtree, root) : subtree;
    }
  }
  return root;
}
