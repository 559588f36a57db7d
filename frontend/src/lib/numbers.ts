const numbers = new Intl.NumberFormat();

export const formatNumber = (amount: number): string => numbers.format(amount);

const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 });

/** "66.67%". Takes per cent, not a fraction; formats in the user's locale. */
export const formatPercent = (percent: number): string => shares.format(percent / 100);

/** "1 table", "1,234 tables", with the number in the user's locale. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${numbers.format(amount)} ${amount === 1 ? one : many}`;
}

const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** Formats a size in bytes, with one decimal from kilobytes on. */
export function fileSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  const text = new Intl.NumberFormat(undefined, {
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(value);
  return `${text} ${units[power]}`;
}

/**
 * "20 seconds", "2 minutes", "1 hour": a waiting time. Rounded up, so that a retry after it is not
 * refused again.
 */
export function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return count(Math.ceil(seconds), 'second');
  return minutes < 60 ? count(minutes, 'minute') : count(Math.ceil(minutes / 60), 'hour');
}
