import { execFileSync } from 'node:child_process';

/** The text of a PDF, line by line in the order of the file, as Poppler reads it (the tests of the server use it too). */
export function pdfText(file: Buffer): string {
  return execFileSync('pdftotext', ['-raw', '-enc', 'UTF-8', '-', '-'], {
    input: file,
    encoding: 'utf8',
  });
}
