import { expect, it } from 'vitest';
import { isBlank, trimmed, withPlainDigits } from './textInput';

it('converts the digits of every script', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(character)) {
      expect(withPlainDigits(character), code.toString(16)).toMatch(/^[0-9]$/);
    }
  }
  expect(withPlainDigits('＋２５６ ٠١٢٣٤٥٦٧٨٩ x½²')).toBe('+256 0123456789 x½²');
});

it('trims invisible characters', () => {
  expect(trimmed('\uFEFF \u00A0a\u200Bb\u200B\u202C\n')).toBe('a\u200Bb');
});

it.each([
  '',
  ' \t\n',
  '\u00A0\u2003',
  '\u200B\u2060\uFEFF',
  '\u3164',
  '\u2800',
  '\u00AD\u200F',
  '\uFFFC',
])('treats an invisible text as empty: %j', (text) => expect(isBlank(text)).toBe(true));

it.each(['.', '\u200Ba', 'ሀ', '🌦', '\uE000'])('treats %j as not empty', (text) =>
  expect(isBlank(text)).toBe(false),
);
