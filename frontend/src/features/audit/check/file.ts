import { fileSize } from '@/lib/numbers';
import { LARGEST } from './evidence';

/** What is no evidence at the first look, in words for somebody who chose the wrong file. */

const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'a PDF'],
  [/^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|BM)/, 'a picture'],
  [/^PK/, 'an archive or an office document'],
];

/** Why a file cannot be evidence; undefined where it has to be read. */
export function wrongKind(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'The file is empty.';
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const found = beginnings.find(([beginning]) => beginning.test(start));
  return found && `This is ${found[1]}. Evidence is a file that ends in .evidence.json.`;
}

/** Why a file is not even read. */
export function tooLarge(size: number): string | undefined {
  if (size <= LARGEST) return undefined;
  return `The file has ${fileSize(size)}. Evidence has ${LARGEST / 1024 / 1024} MiB at most.`;
}
