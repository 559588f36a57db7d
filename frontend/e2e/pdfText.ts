import { inflateSync } from 'node:zlib';

/**
 * The words of a PDF of ours, line by line: its glyphs through the tables that its fonts bring for copying. It reads what the product
 * writes (fonts of two bytes a glyph, one object a stream), and no other PDF.
 */
export function pdfText(file: Buffer): string {
  const objects = objectsOf(file.toString('latin1'));
  const fonts = new Map<string, Map<number, string>>();
  const contents: string[] = [];
  for (const { head } of objects.values()) {
    if (!/\/Type \/Page\b(?!s)/.test(head)) continue;
    for (const [, name, font] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font!)!.head)![1]!;
      fonts.set(name!, charactersOf(objects.get(table)!.stream));
    }
    const listed = /\/Contents \[?([^\]/]+)/.exec(head)![1]!;
    for (const [, content] of listed.matchAll(/(\d+) 0 R/g)) {
      contents.push(objects.get(content!)!.stream);
    }
  }
  return contents.map((content) => linesOf(content, fonts)).join('\n');
}

interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(file: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, number, whole] of file.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    const [head, packed] = whole!.split(/\nstream\r?\n/);
    const bytes = Buffer.from(packed ?? '', 'latin1');
    const isPacked = packed !== undefined && head!.includes('/FlateDecode');
    const stream = isPacked ? inflateSync(bytes, { finishFlush: 2 }) : bytes;
    objects.set(number!, { head: head!, stream: stream.toString('latin1') });
  }
  return objects;
}

function charactersOf(table: string): Map<number, string> {
  const hex = (digits: string) => parseInt(digits, 16);
  const pairs = table.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]{4})>$/gim);
  return new Map(
    [...pairs].map(([, glyph, code]) => [hex(glyph!), String.fromCharCode(hex(code!))]),
  );
}

function linesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let font: ReadonlyMap<number, string> = new Map();
  const lines: string[] = [];
  let line: number[] = [];
  const token = /\/(F\d+) [\d.]+ Tf|\(|\] TJ/g;
  for (let found = token.exec(content); found; found = token.exec(content)) {
    if (found[1]) {
      font = fonts.get(found[1])!;
    } else if (found[0] === '(') {
      const literal = literalAt(content, found.index);
      line.push(...literal.bytes);
      token.lastIndex = literal.end;
    } else {
      const glyphs = line.flatMap((byte, at) => (at % 2 === 0 ? [byte * 256 + line[at + 1]!] : []));
      lines.push(glyphs.map((glyph) => font.get(glyph) ?? '\u{fffd}').join(''));
      line = [];
    }
  }
  return lines.join('\n');
}

const escapes: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** The bytes of the literal string that begins here, and where it ends. Brackets in pairs stand in it as they are. */
function literalAt(content: string, start: number): { bytes: number[]; end: number } {
  const bytes: number[] = [];
  const part = /\\([0-7]{1,3})|\\([^])|([^])/g;
  part.lastIndex = start + 1;
  let open = 1;
  for (;;) {
    const [, octal, escaped, plain] = part.exec(content)!;
    if (plain === '(') open += 1;
    if (plain === ')') open -= 1;
    if (open === 0) return { bytes, end: part.lastIndex };
    if (octal) bytes.push(parseInt(octal, 8));
    else if (escaped) bytes.push(escapes[escaped] ?? escaped.charCodeAt(0));
    else bytes.push(plain!.charCodeAt(0));
  }
}
