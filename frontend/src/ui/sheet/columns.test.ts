import { expect, it } from 'vitest';
import { cellText, faultOf, shownText, type SheetColumn } from './columns';

const day: SheetColumn = { field: 'day', name: 'Day', width: 100, kind: 'date' };

it('accepts a day in the format of screens and of calls', () => {
  expect(shownText(day, '2026-03-05')).toBe('05 March 2026');
  for (const typed of ['05 March 2026', ' 5 mar 2026 ', '5. March 2026']) {
    expect(cellText(day, typed)).toBe('2026-03-05');
  }
  expect(cellText(day, '2026-03-05')).toBe('2026-03-05');
});

it('keeps a text that is not a day, and reports it', () => {
  for (const typed of ['31 April 2026', '5 Foo 2026', '05/03/2026']) {
    expect(cellText(day, typed)).toBe(typed);
    expect(shownText(day, typed)).toBe(typed);
    expect(faultOf(day, typed)).toBe('Write the day as 05 March 2026 or 2026-03-05.');
  }
});

it('keeps a text that is too long, and reports the excess', () => {
  const name: SheetColumn = { field: 'name', name: 'Name', width: 100, limit: 5 };
  expect(cellText(name, 'births')).toBe('births');
  expect(faultOf(name, 'births')).toBe(
    'You have 1 character too many. Shorten the text to continue.',
  );
  expect(faultOf(name, 'birth')).toBeUndefined();
});
