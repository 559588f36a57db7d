import dayjs, { type Dayjs } from 'dayjs';
import { serverNow } from './serverTime';

/** Days as request and response bodies contain them: YYYY-MM-DD, without time and time zone. */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MILLISECONDS = 86_400_000;

/**
 * Parses a day for a calendar, as midnight in the browser's time zone. Returns null if `day` is not
 * a valid day.
 */
export function calendarDay(day: string): Dayjs | null {
  const [, year, month, date] = (DAY.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const midnight = new Date(2000, month - 1, date);
  // The constructor maps years below 100 to the twentieth century.
  midnight.setFullYear(year, month - 1, date);
  const found = dayjs(midnight);
  return dayOf(found) === day ? found : null;
}

/** Formats a day picked in a calendar as YYYY-MM-DD, or returns an empty string. */
export const dayOf = (picked: Dayjs | null): string =>
  picked?.isValid() ? picked.format('YYYY-MM-DD') : '';

/** Today by the server's clock in UTC, because the server validates the days of a request by it. */
export const today = (): string => new Date(serverNow()).toISOString().slice(0, 10);

/** Returns the day that is `days` days later, or an empty string if `day` is not a day. */
export function addDays(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at + days * MILLISECONDS).toISOString().slice(0, 10);
}

export const daysBetween = (first: string, second: string): number =>
  (Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / MILLISECONDS;
