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
  for (const [, name, shown] of content.matchAll(
    /\/(F\d+) [\d.]+ Tf|\[((?:\((?:\\[^]|[^\\)])*\)|[^\]])*)\] TJ/g,
  )) {
    if (name) {
      font = fonts.get(name)!;
      continue;
    }
    const bytes = [...shown!.matchAll(/\(((?:\\[^]|[^\\)])*)\)/g)].flatMap(([, text]) =>
      bytesOf(text!),
    );
    const glyphs = bytes.flatMap((byte, at) => (at % 2 === 0 ? [byte * 256 + bytes[at + 1]!] : []));
    lines.push(glyphs.map((glyph) => font.get(glyph) ?? '\u{fffd}').join(''));
  }
  return lines.join('\n');
}

const escapes: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** The bytes of a literal string. */
const bytesOf = (text: string): number[] =>
  [...text.matchAll(/\\([0-7]{1,3})|\\([^])|([^])/g)].map(([, octal, escaped, plain]) =>
    octal ? parseInt(octal, 8) : (escaped && escapes[escaped]) || (escaped ?? plain!).charCodeAt(0),
  );
