/**
 * Puts each file of the build beside itself compressed by brotli and gzip, as the server hands it out. Pages are left out: the server writes
 * the name of the product into them. `npm run build` calls it.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Of less use than this, the plain file is sent. */
const WORTH_IT = 0.95;

/** What is compressed already. */
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
