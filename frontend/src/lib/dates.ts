import dayjs, { type Dayjs } from 'dayjs';
import { serverNow } from './serverTime';

type Time = string | Date | Dayjs;

/** "05 March 2026", the format of dates on screens (1 §9). */
export const formatDate = (time: Time): string => dayjs(time).format('DD MMMM YYYY');

const months = Array.from({ length: 12 }, (_, month) =>
  dayjs(new Date(2026, month, 1))
    .format('MMMM')
    .toLowerCase(),
);

/**
 * Converts a date as screens show it ("05 March 2026", "5 Mar 2026") to YYYY-MM-DD. Returns
 * undefined if the text is not a date.
 */
export function isoDayOf(text: string): string | undefined {
  const [, day = '', name = '', year = ''] =
    /^(\d{1,2})\.? +(\p{L}{3,}) +(\d{4})$/u.exec(text.trim()) ?? [];
  const month = months.findIndex((known) => known.startsWith(name.toLowerCase()));
  if (!day || month < 0) return undefined;
  const iso = `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(iso) ? iso : undefined;
}

/**
 * "March 5, 2026 2:07 PM", for notifications, comments and histories (decisions, "Routes and
 * screens").
 */
export const formatDateTime = (time: Time): string => dayjs(time).format('MMMM D, YYYY h:mm A');

/**
 * "March 5, 2026 2:07:31 PM", for lists in which an entry may have caused another one in the same
 * minute.
 */
export const formatSecond = (time: Time): string => dayjs(time).format('MMMM D, YYYY h:mm:ss A');

/** "at 14:08" today, "on 05 March 2026 at 14:08" on another day, for sentences about an act. */
export function whenDone(time: Time, now: Time = new Date(serverNow())): string {
  const at = `at ${dayjs(time).format('HH:mm')}`;
  return dayjs(time).isSame(now, 'day') ? at : `on ${formatDate(time)} ${at}`;
}

/** Units of `timeAgo`, largest first: minimum seconds, text for one, text for more. */
const steps: readonly [number, string, (n: number) => string][] = [
  [31_536_000, '1 year ago', (n) => `${n} years ago`],
  [2_592_000, '1 month ago', (n) => `${n} months ago`],
  [86_400, '1 day ago', (n) => `${n} days ago`],
  [3_600, '1 hour ago', (n) => `${n} hours ago`],
  [60, '1 minute ago', (n) => `${n} minutes ago`],
];

/** "3 hours ago", in seconds, minutes, hours, days, months or years (1 §9). */
export function timeAgo(time: Time, now: Time = new Date(serverNow())): string {
  const seconds = Math.max(0, dayjs(now).diff(dayjs(time), 'second'));
  const step = steps.find(([length]) => seconds >= length);
  if (!step) return seconds === 1 ? '1 second ago' : `${seconds} seconds ago`;
  const [length, once, many] = step;
  const amount = Math.floor(seconds / length);
  return amount === 1 ? once : many(amount);
}

/** Age in lists: "Today" under 1 day, "Yesterday" under 2 days, otherwise "N days ago" (1 §9). */
export function daysAgo(time: Time, now: Time = new Date(serverNow())): string {
  const days = dayjs(now).diff(dayjs(time), 'day');
  if (days < 1) return 'Today';
  return days < 2 ? 'Yesterday' : `${days} days ago`;
}

/**
 * "47 hours", "1 hour", "20 minutes": the time left in full hours, or in minutes during the last
 * hour. At least 1 minute.
 */
export function timeLeft(until: Time, now: Time = new Date(serverNow())): string {
  const minutes = Math.max(1, Math.ceil(dayjs(until).diff(dayjs(now), 'minute', true)));
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** "m:ss", for countdowns (1 §2.5). */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
