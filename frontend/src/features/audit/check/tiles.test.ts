import { webcrypto } from 'node:crypto';
import { expect, it } from 'vitest';
import { concat, toHex, utf8, type Bytes } from './bytes';
import { rootOf, tilePath } from './tiles';
import { leafHash, nodeHash } from './tree';

const subtle = webcrypto.subtle as SubtleCrypto;

/**
 * Computes the root literally as RFC 6962 section 2.1 defines it: the left side is the largest
 * power of two that is smaller than the whole.
 */
async function rootByDefinition(leaves: readonly Bytes[]): Promise<Bytes> {
  if (leaves.length === 1) return leaves[0]!;
  let left = 1;
  while (2 * left < leaves.length) left *= 2;
  const [one, other] = await Promise.all([
    rootByDefinition(leaves.slice(0, left)),
    rootByDefinition(leaves.slice(left)),
  ]);
  return nodeHash(subtle, one, other);
}

/** Returns the tiles that a log of this size publishes, by path. */
async function published(size: number): Promise<{ leaves: Bytes[]; tiles: Map<string, Bytes> }> {
  const numbers = Array.from({ length: size }, (_, at) => at);
  const leaves = await Promise.all(numbers.map((at) => leafHash(subtle, utf8(`entry ${at}`))));
  const tiles = new Map<string, Bytes>();
  for (let [level, hashes] = [0, leaves]; hashes.length > 0; level += 1) {
    const whole: Bytes[] = [];
    for (let at = 0; at < hashes.length; at += 256) {
      const tile = hashes.slice(at, at + 256);
      for (let width = 1; width <= tile.length; width += 1) {
        tiles.set(tilePath(level, BigInt(at / 256), width), concat(...tile.slice(0, width)));
      }
      if (tile.length === 256) whole.push(await rootByDefinition(tile));
    }
    hashes = whole;
  }
  return { leaves, tiles };
}

it('computes the root of every tree size from the tiles', async () => {
  const { leaves, tiles } = await published(1_100);
  const read = (path: string) => Promise.resolve(tiles.get(path));
  for (const size of [1, 2, 3, 5, 7, 8, 100, 255, 256, 257, 300, 511, 512, 768, 1_000, 1_100]) {
    const root = await rootOf(subtle, BigInt(size), read);
    expect(root && toHex(root), `${size}`).toBe(
      toHex(await rootByDefinition(leaves.slice(0, size))),
    );
  }
  expect(await rootOf(subtle, 1_101n, read), 'there is no such tree').toBeUndefined();
  expect(await rootOf(subtle, 0n, read)).toBeUndefined();
});

it('rejects incomplete tiles', async () => {
  for (const length of [0, 32, 7 * 32 - 1, 8 * 32]) {
    const read = () => Promise.resolve(new Uint8Array(length));
    expect(await rootOf(subtle, 7n, read), `${length}`).toBeUndefined();
  }
});

it('formats tile numbers as tlog-tiles defines', () => {
  expect(tilePath(0, 0n, 1)).toBe('0/000.p/1');
  expect(tilePath(1, 67n, 12)).toBe('1/067.p/12');
  expect(tilePath(2, 999n, 255)).toBe('2/999.p/255');
  expect(tilePath(0, 1_000n, 9)).toBe('0/x001/000.p/9');
  expect(tilePath(0, 1_234_067n, 9)).toBe('0/x001/x234/067.p/9');
});
