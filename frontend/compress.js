/**
 * Writes a Brotli and a gzip version of each file of the build beside it, for the server to send.
 * Skips pages, because the server writes the product name into them. `npm run build` runs this
 * script.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A compressed file is kept only if it is smaller than this share of the plain file. */
const WORTH_IT = 0.95;

/** File types that are already compressed, the output of this script included. */
const COMPACT = new Set(['.woff2', '.png', '.br', '.gz']);

/** @type {[string, (plain: Buffer) => Buffer][]} */
const compressors = [
  [
    '.br',
    (plain) =>
      brotliCompressSync(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      }),
  ],
  ['.gz', (plain) => gzipSync(plain, { level: constants.Z_BEST_COMPRESSION })],
];

for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || COMPACT.has(extname(path)) || extname(path) === '.html') continue;
  const plain = readFileSync(path);
  for (const [ending, compress] of compressors) {
    const compressed = compress(plain);
    if (compressed.length < plain.length * WORTH_IT) writeFileSync(path + ending, compressed);
  }
}
