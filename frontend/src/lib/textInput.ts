/**
 * The zeros of all scripts with decimal digits of their own. The nine other digits follow each. The
 * server has the same list.
 */
const ZEROS = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
  0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
  0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0,
  0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0,
  0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50, 0x11da0, 0x11de0, 0x11f50,
  0x16a60, 0x16ac0, 0x16b50, 0x1ccf0, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0,
  0x1e4f0, 0x1e5f1, 0x1e950, 0x1fbf0,
];

function plainDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? character : String(code - zero);
}

/** Converts digits of any script to 0–9, and full-width plus signs to +. */
export const withPlainDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, plainDigit).replaceAll('＋', '+');

const marks = /\p{Default_Ignorable_Code_Point}/gu;
const edges = /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

export const withoutMarks = (text: string): string => text.replace(marks, '');

export const trimmed = (text: string): string => text.replace(edges, '');

/**
 * Matches texts that show nothing, even with characters that count as letters: the blank of
 * Braille, and placeholders of pasted pictures.
 */
const UNSEEN = /^[\s\u0085\u2800\uFFF0-\uFFFC\p{Default_Ignorable_Code_Point}]*$/u;

/** True if no character is visible. The server treats such a text as empty. */
export const isBlank = (text: string): boolean => UNSEEN.test(text);
