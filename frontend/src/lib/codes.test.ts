import { expect, it } from 'vitest';
import texts from '@/testing/codeTexts.json';
import { codeIn, typedCode } from './codes';

it.each(texts.found)('finds the code in "%s", as the server does', (text) => {
  expect(codeIn(text)).toBe('123456');
  expect(typedCode(text)).toBe('123456');
});

it.each(texts.none)('finds no code in "%s", as the server does', (text) => {
  expect(codeIn(text)).toBeUndefined();
});

it('accepts an incomplete code, and leaves the field unchanged for other texts', () => {
  expect(typedCode('')).toBe('');
  expect(typedCode('12 3')).toBe('123');
  expect(typedCode('١٢٣')).toBe('123');
  expect(typedCode('12a')).toBeUndefined();
  expect(typedCode('1234567')).toBeUndefined();
});
