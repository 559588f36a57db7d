import dayjs, { type Dayjs } from 'dayjs';
import { serverNow } from './serverTime';

/** Days as payloads carry them: YYYY-MM-DD, without a time and without a time zone. */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MILLISECONDS = 86_400_000;

/** The day as calendars show it, in whatever time zone the browser is; null for what is no day. */
export function calendarDay(day: string): Dayjs | null {
  const [, year, month, date] = (DAY.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const midnight = new Date(2000, month - 1, date);
  // The constructor takes years below 100 for those of the twentieth century.
  midnight.setFullYear(year, month - 1, date);
  const found = dayjs(midnight);
  return dayOf(found) === day ? found : null;
}

/** What was picked in a calendar, as a day; empty for none. */
export const dayOf = (picked: Dayjs | null): string =>
  picked?.isValid() ? picked.format('YYYY-MM-DD') : '';

/** Today by the server's clock and calendar, which is UTC: it judges the days of a request by it. */
export const today = (): string => new Date(serverNow()).toISOString().slice(0, 10);

/** So many days later; empty where the first is no day. */
export function addDays(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at + days * MILLISECONDS).toISOString().slice(0, 10);
}

/** How many days the second day is after the first. */
export const daysBetween = (first: string, second: string): number =>
  (Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / MILLISECONDS;
