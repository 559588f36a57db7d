import dayjs from 'dayjs';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { formatDate } from './dates';
import { addDays, calendarDay, dayOf, daysBetween } from './days';

const zone = process.env.TZ;
afterAll(() => {
  process.env.TZ = zone;
});

/**
 * Time zone, offset that proves that it is in effect, and a day. The last day has no midnight in
 * its zone.
 */
describe.each([
  ['Pacific/Kiritimati', -840, '2026-06-15'],
  ['Asia/Kathmandu', -345, '2026-06-15'],
  ['UTC', 0, '2026-06-15'],
  ['America/Los_Angeles', 420, '2026-06-15'],
  ['Pacific/Pago_Pago', 660, '2026-06-15'],
  ['Africa/Cairo', -180, '2026-04-24'],
  ['America/Santiago', 180, '2026-09-06'],
])('in %s', (timeZone, offset, day) => {
  beforeEach(() => {
    process.env.TZ = timeZone;
  });

  it('converts a picked day and back without a shift', () => {
    expect(new Date(`${day}T12:00:00Z`).getTimezoneOffset()).toBe(offset);
    for (const picked of [day, '2024-02-29', '2026-01-01', '2026-12-31', '0026-03-05']) {
      expect(dayOf(calendarDay(picked))).toBe(picked);
    }
    expect(formatDate(day)).toBe(formatDate(dayjs(new Date(`${day}T12:00:00`))));
  });

  it('counts days independently of clock changes', () => {
    for (const days of [0, 1, 14, 15, 400]) {
      expect(daysBetween(day, addDays(day, days))).toBe(days);
      expect(daysBetween(addDays(day, -days), day)).toBe(days);
    }
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  });
});

it.each(['', 'next year', '2026-02-30', '2026-13-01', '2026-1-1'])(
  'parses "%s" as no day',
  (text) => {
    expect(calendarDay(text)).toBeNull();
  },
);
