import { expect, it } from 'vitest';
import { cellsOf } from './paste';

it.each([
  ['one', [['one']]],
  ['one\ntwo\n', [['one'], ['two']]],
  ['one\r\n\r\nthree', [['one'], [''], ['three']]],
  [
    'a\tb\n\td',
    [
      ['a', 'b'],
      ['', 'd'],
    ],
  ],
  ['"two\nlines"\tb', [['two\nlines', 'b']]],
  ['"a ""quoted"" word"', [['a "quoted" word']]],
  ['5" tube', [['5" tube']]],
  ['', []],
])('parses %j', (copied, cells) => {
  expect(cellsOf(copied)).toEqual(cells);
});
