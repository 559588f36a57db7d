import { expect, it } from 'vitest';
import { trimmed, withPlainDigits } from './typed';

it('reads the digits of every script', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(character)) {
      expect(withPlainDigits(character), code.toString(16)).toMatch(/^[0-9]$/);
    }
  }
  expect(withPlainDigits('＋２５６ ٠١٢٣٤٥٦٧٨٩ x½²')).toBe('+256 0123456789 x½²');
});

it('trims what nobody sees', () => {
  expect(trimmed('\uFEFF \u00A0a\u200Bb\u200B\u202C\n')).toBe('a\u200Bb');
});
