import { webcrypto } from 'node:crypto';
import { expect, it } from 'vitest';
import { fromHex, toHex, type Bytes } from './bytes';
import { hasLeaf, leafHash } from './tree';

const subtle = webcrypto.subtle as SubtleCrypto;
const bytes = (hex: string) => fromHex(hex, hex.length / 2)!;

/** The common test vectors for implementations of RFC 6962: inputs, roots and paths. */
const inputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const paths: readonly [index: bigint, size: bigint, path: readonly string[]][] = [
  [0n, 1n, []],
  [
    0n,
    8n,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5n,
    8n,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2n, 3n, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1n,
    5n,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

it('accepts the paths of RFC 6962, and no others', async () => {
  for (const [index, size, path] of paths) {
    const head = { size, root: bytes(roots[Number(size) - 1]!) };
    const leaf = await leafHash(subtle, bytes(inputs[Number(index)]!));
    const hashes = path.map(bytes);
    const leads = (way: readonly Bytes[], to = head, at = index, from = leaf) =>
      hasLeaf(subtle, to, at, from, way);
    expect(await leads(hashes), `${index} of ${size}`).toBe(true);
    // Rejects a path that is too long, too short or reordered, and another index, size, leaf or
    // root.
    expect(await leads([...hashes, leaf])).toBe(false);
    if (hashes.length > 0) expect(await leads(hashes.slice(1))).toBe(false);
    if (hashes.length > 1) expect(await leads(hashes.toReversed())).toBe(false);
    expect(await leads(hashes, head, index + 1n)).toBe(false);
    expect(await leads(hashes, head, size)).toBe(false);
    expect(await leads(hashes, { ...head, size: size + 8n })).toBe(false);
    expect(await leads(hashes, head, index, bytes(roots[7]!))).toBe(false);
    expect(await leads(hashes, { ...head, root: leaf })).toBe(size === 1n);
  }
});

it('hashes a leaf as RFC 6962 defines', async () => {
  expect(toHex(await leafHash(subtle, bytes('')))).toBe(roots[0]);
});
