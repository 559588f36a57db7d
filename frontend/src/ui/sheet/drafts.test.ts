import { expect, it } from 'vitest';
import { cellText, faultOf, type SheetColumn } from './columns';
import { newKey, withCell, type Draft, type Drafts } from './drafts';
import { moved, next } from './move';

const row: Draft = { id: 7, rowVersion: 2, base: { name: 'weight', unit: '' }, changed: {} };

it('stores changed cells, and drops a draft that equals its saved row', () => {
  const changed = withCell({}, '7', row, 'name', 'mass');
  expect(changed['7']).toEqual({ ...row, changed: { name: 'mass' } });
  const both = withCell(changed, '7', row, 'unit', 'g');
  expect(withCell(both, '7', row, 'name', 'weight')['7']?.changed).toEqual({ unit: 'g' });
  expect(withCell(changed, '7', row, 'name', 'weight')).toEqual({});
});

it('keeps a new row while it is empty', () => {
  const added: Draft = { base: { name: '' }, changed: {} };
  const drafts: Drafts = { 'new-1': added };
  const typed = withCell(drafts, 'new-1', added, 'name', 'a');
  expect(withCell(typed, 'new-1', added, 'name', '')).toEqual(drafts);
  expect(newKey(drafts)).toBe('new-2');
  expect(newKey({ '7': row })).toBe('new-1');
});

it('matches choices case-insensitively, and validates texts by column', () => {
  const type: SheetColumn = {
    field: 't',
    name: 'T',
    width: 1,
    kind: 'choice',
    choices: ['Text', 'JSON'],
  };
  expect(cellText(type, ' json ')).toBe('JSON');
  expect(faultOf(type, cellText(type, 'picture'))).toBe('Choose one of Text, JSON.');
  const day: SheetColumn = {
    field: 'd',
    name: 'D',
    width: 1,
    kind: 'date',
    required: 'A day is required.',
  };
  expect(faultOf(day, '2026-02-29')).toBe('Write the day as 05 March 2026 or 2026-03-05.');
  expect(faultOf(day, '2024-02-29')).toBeUndefined();
  expect(faultOf(day, ' ')).toBe('A day is required.');
  const count: SheetColumn = { field: 'c', name: 'C', width: 1, kind: 'number' };
  expect(faultOf(count, '-1')).toBe('Enter a whole number.');
  expect(faultOf(count, '')).toBeUndefined();
  expect(cellText(count, 'a\nb')).toBe('a b');
});

it('moves between cells, but not beyond the sheet', () => {
  expect(moved('ArrowDown', { row: 0, column: 1 }, 2, 3)).toEqual({ row: 1, column: 1 });
  expect(moved('ArrowDown', { row: 1, column: 1 }, 2, 3)).toBeUndefined();
  expect(moved('End', { row: 1, column: 1 }, 2, 3)).toEqual({ row: 1, column: 2 });
  expect(moved('x', { row: 1, column: 1 }, 2, 3)).toBeUndefined();
  expect(next({ row: 0, column: 2 }, false, 2, 3)).toEqual({ row: 1, column: 0 });
  expect(next({ row: 1, column: 2 }, false, 2, 3)).toBeUndefined();
  expect(next({ row: 1, column: 0 }, true, 2, 3)).toEqual({ row: 0, column: 2 });
});
