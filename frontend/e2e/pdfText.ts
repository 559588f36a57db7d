import { execFileSync } from 'node:child_process';

/**
 * Returns the text of a PDF, line by line in the order of the file. Uses Poppler, as the tests of
 * the server do.
 */
export function pdfText(file: Buffer): string {
  return execFileSync('pdftotext', ['-raw', '-enc', 'UTF-8', '-', '-'], {
    input: file,
    encoding: 'utf8',
  });
}
