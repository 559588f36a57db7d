import { expect, it } from 'vitest';
import { countdown, daysAgo, formatDate, formatDateTime, timeAgo, timeLeft } from './dates';

const now = new Date('2026-03-05T14:07:00');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

it('formats dates as the specification prescribes', () => {
  expect(formatDate(now)).toBe('05 March 2026');
  expect(formatDateTime(now)).toBe('March 5, 2026 2:07 PM');
});

it.each([
  [-1, '0 seconds ago'],
  [1, '1 second ago'],
  [59, '59 seconds ago'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [7_200, '2 hours ago'],
  [86_400, '1 day ago'],
  [29 * 86_400, '29 days ago'],
  [30 * 86_400, '1 month ago'],
  [70 * 86_400, '2 months ago'],
  [365 * 86_400, '1 year ago'],
  [800 * 86_400, '2 years ago'],
])('formats a time %i seconds ago', (seconds, wording) => {
  expect(timeAgo(before(seconds), now)).toBe(wording);
});

it('formats a date as Today, Yesterday or days ago', () => {
  expect(daysAgo(before(86_399), now)).toBe('Today');
  expect(daysAgo(before(86_400), now)).toBe('Yesterday');
  expect(daysAgo(before(2 * 86_400), now)).toBe('2 days ago');
});

it.each([
  [48 * 3_600, '48 hours'],
  [48 * 3_600 - 1, '48 hours'],
  [48 * 3_600 - 61, '47 hours'],
  [3_600, '1 hour'],
  [3_540, '59 minutes'],
  [60, '1 minute'],
  [1, '1 minute'],
  [-5, '1 minute'],
])('formats %i seconds left', (seconds, wording) => {
  expect(timeLeft(before(-seconds), now)).toBe(wording);
});

it('counts down in minutes and seconds', () => {
  expect(countdown(300_000)).toBe('5:00');
  expect(countdown(59_400)).toBe('1:00');
  expect(countdown(8_000)).toBe('0:08');
  expect(countdown(-1)).toBe('0:00');
});
