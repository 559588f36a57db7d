import { expect, it } from 'vitest';
import { recordId } from './recordId';

it.each(['12', '012', ' 12', '12 ', '12.', '12,', '12)'])('parses the id in "%s"', (text) => {
  expect(recordId(text)).toBe(12);
});

it.each([
  null,
  undefined,
  ...['', ' ', 'abc', '0', '-1', '9e9', '1.5', '1,2', '1 2', '1\0', '🌦', '0x10', '12a', '.12'],
  '9007199254740992',
])('finds no id in %j', (text) => {
  expect(recordId(text)).toBeUndefined();
});
