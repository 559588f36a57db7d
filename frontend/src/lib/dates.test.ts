import { expect, it } from 'vitest';
import { countdown, daysAgo, formatDate, formatDateTime, timeAgo } from './dates';

const now = new Date('2026-03-05T14:07:00');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

it('writes dates as the specification does', () => {
  expect(formatDate(now)).toBe('05 March 2026');
  expect(formatDateTime(now)).toBe('March 5, 2026 2:07 PM');
});

it('words relative times', () => {
  expect(timeAgo(before(5), now)).toBe('5 seconds ago');
  expect(timeAgo(before(60), now)).toBe('1 minute ago');
  expect(timeAgo(before(7200), now)).toBe('2 hours ago');
  expect(timeAgo(before(86_400), now)).toBe('1 day ago');
  expect(timeAgo(before(70 * 86_400), now)).toBe('2 months ago');
  expect(timeAgo(before(800 * 86_400), now)).toBe('2 years ago');
});

it('words ages on lists', () => {
  expect(daysAgo(before(86_399), now)).toBe('Today');
  expect(daysAgo(before(86_400), now)).toBe('Yesterday');
  expect(daysAgo(before(2 * 86_400), now)).toBe('2 days ago');
});

it('counts down in minutes and seconds', () => {
  expect(countdown(300_000)).toBe('5:00');
  expect(countdown(59_400)).toBe('1:00');
  expect(countdown(8_000)).toBe('0:08');
  expect(countdown(-1)).toBe('0:00');
});
