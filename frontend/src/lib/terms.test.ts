import { expect, it } from 'vitest';
import { makeExpected, makeExtension } from '@/testing/reviewFactories';
import { expectedText, isLength, termText } from './terms';

it('writes the length of a term in words', () => {
  expect(termText({ unit: 'months', count: 1 })).toBe('1 month');
  expect(termText({ unit: 'weeks', count: 6 })).toBe('6 weeks');
});

it('accepts whole numbers within the limit', () => {
  expect(['1', ' 3 ', '60'].every((text) => isLength(text, 60))).toBe(true);
  expect(['', '0', '61', '-1', '1.5', '1e1', 'x'].some((text) => isLength(text, 60))).toBe(false);
});

it('names the expected day, and why it moved', () => {
  expect(expectedText(makeExpected())).toBe('Expected by 04 December 2026');
  expect(expectedText(makeExpected({ state: 'Due soon' }))).toBe('Expected by 04 December 2026');
  const extended = makeExpected({ state: 'Overdue', extended: makeExtension() });
  expect(expectedText(extended)).toBe(
    'Expected by 04 December 2026 · extended by 1 month · Overdue',
  );
  expect(expectedText(makeExpected({ on: null, paused: true }))).toBe(
    'Expected date paused until a comment is resolved',
  );
});
