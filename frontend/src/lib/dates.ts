import dayjs, { type Dayjs } from 'dayjs';

type Time = string | Date | Dayjs;

/** "05 March 2026": dates on screens (1 §9). */
export const formatDate = (time: Time): string => dayjs(time).format('DD MMMM YYYY');

/** "March 5, 2026 2:07 PM": where the hour matters: notifications, comments, histories (decisions, "Routes and screens"). */
export const formatDateTime = (time: Time): string => dayjs(time).format('MMMM D, YYYY h:mm A');

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "3 hours ago": seconds, minutes, hours, days, months, years (1 §9). */
export function timeAgo(time: Time, now: Time = new Date()): string {
  const seconds = Math.max(0, dayjs(now).diff(dayjs(time), 'second'));
  const step = steps.find(([, length]) => seconds >= length);
  const [name, length] = step ?? (['second', 1] as const);
  const amount = Math.floor(seconds / length);
  return `${amount} ${name}${amount === 1 ? '' : 's'} ago`;
}

/** Age on lists: under 1 day Today, under 2 Yesterday, otherwise N days ago (1 §9). */
export function daysAgo(time: Time, now: Time = new Date()): string {
  const days = dayjs(now).diff(dayjs(time), 'day');
  if (days < 1) return 'Today';
  return days < 2 ? 'Yesterday' : `${days} days ago`;
}

/** "m:ss" of a countdown (1 §2.5). */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
