import { fileSize } from '@/lib/numbers';
import { MAX_EVIDENCE_BYTES } from './evidence';

/** Detects files that cannot be evidence, to explain a wrong choice. */

const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'a PDF'],
  [/^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|BM)/, 'a picture'],
  [/^PK/, 'an archive or an office document'],
];

/** Returns the reason why a file cannot be evidence; undefined if it has to be parsed. */
export function wrongKind(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'The file is empty.';
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const found = beginnings.find(([beginning]) => beginning.test(start));
  return found && `This is ${found[1]}. The name of an evidence file ends in .evidence.json.`;
}

/** Returns the reason why a file is not read at all. */
export function tooLarge(size: number): string | undefined {
  if (size <= MAX_EVIDENCE_BYTES) return undefined;
  return `The file has ${fileSize(size)}. An evidence file has at most ${MAX_EVIDENCE_BYTES / 1024 / 1024} MiB.`;
}
