import type { Calendar, Holiday } from '@/api/models';

/** The holidays of every year, by month and day. */
const yearly: readonly (readonly [date: string, name: string])[] = [
  ['01-01', "New Year's Day"],
  ['01-02', "Day after New Year's Day"],
  ['03-08', "Women's Day"],
  ['05-01', 'Labour Day'],
  ['05-25', 'Africa Day'],
  ['06-16', 'Youth Day'],
  ['07-01', 'Sir Seretse Khama Day'],
  ['07-19', "Presidents' Day"],
  ['08-11', "Heroes' Day"],
  ['09-24', 'Heritage Day'],
  ['09-30', 'Botswana Day'],
  ['10-01', 'Day after Botswana Day'],
  ['12-16', 'Day of Reconciliation'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
];

/** The 15 holidays of a year. */
export const holidaysOf = (year: number): Holiday[] =>
  yearly.map(([date, name]) => ({ day: `${year}-${date}`, name }));

/** A calendar with the holidays of ten years, from 2026 to 2035. */
export const makeCalendar = (overrides: Partial<Calendar> = {}): Calendar => ({
  working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  time_zone: 'Africa/Gaborone',
  holidays: Array.from({ length: 10 }, (_, years) => holidaysOf(2026 + years)).flat(),
  row_version: 1,
  ...overrides,
});
