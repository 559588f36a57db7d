import { ApiError, fieldErrors } from '@/api/errors';
import type { Calendar, CalendarInput, Holiday, Weekday } from '@/api/models';
import { formatDate } from '@/lib/dates';
import { isTooLong, limits } from '@/lib/limits';
import { unusableReason } from '@/lib/textErrors';
import { isBlank } from '@/lib/textInput';
import type { Description, Difference } from '@/ui/ConflictNotice';
import type { FieldErrors } from '@/ui/records/useRecordForm';

/** The values of the form. Working days are in the order of the week, holidays by date. */
export interface CalendarValues {
  working_days: readonly Weekday[];
  time_zone: string;
  holidays: readonly Holiday[];
}

/** The first and the last year of a holiday. */
export const FIRST_YEAR = 2000;
export const LAST_YEAR = 2199;

const MAX_HOLIDAYS = 1000;

export const weekdayNames: Readonly<Record<Weekday, string>> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
};
export const weekdays = Object.keys(weekdayNames) as readonly Weekday[];

/** Returns the weekday of a date in the format YYYY-MM-DD. */
export const weekdayOf = (day: string): Weekday =>
  weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday';

export const yearOf = (day: string): number => Number(day.slice(0, 4));

export const valuesOf = ({ working_days, time_zone, holidays }: Calendar): CalendarValues => ({
  working_days,
  time_zone,
  holidays,
});

export const inputOf = ({ working_days, time_zone, holidays }: CalendarValues): CalendarInput => ({
  working_days: [...working_days],
  time_zone,
  holidays: [...holidays],
});

export const sortByDay = (holidays: readonly Holiday[]): Holiday[] =>
  [...holidays].sort((one, other) => one.day.localeCompare(other.day));

/** The errors of holidays, with the texts of the server. */
const WRONG_YEAR = `Enter a year between ${FIRST_YEAR} and ${LAST_YEAR}.`;
const enteredTwice = (day: string) => `${formatDate(day)} is entered twice. Remove one of them.`;

function nameError(name: string): string | undefined {
  const limit = limits.HolidayInputBody.name;
  if (isBlank(name)) return 'Enter the name of the holiday.';
  if (isTooLong(name, limit)) {
    return `The name of a holiday must not be longer than ${limit} characters.`;
  }
  const reason = unusableReason(name);
  return reason && `The name of the holiday ${reason}`;
}

function yearError(day: string): string | undefined {
  const year = yearOf(day);
  return year < FIRST_YEAR || year > LAST_YEAR ? WRONG_YEAR : undefined;
}

/** Returns the errors of a single holiday beside the others. An empty `day` is missing. */
export function checkHoliday(
  { day, name }: Holiday,
  others: readonly Holiday[],
): FieldErrors<Holiday> {
  const isTwice = others.some((other) => other.day === day);
  return {
    day: day
      ? (yearError(day) ?? (isTwice ? enteredTwice(day) : undefined))
      : 'Enter the date of the holiday.',
    name: nameError(name),
  };
}

export interface HolidayError {
  /** The position of the holiday in the form. */
  place: number;
  /** The message for its row. */
  message: string;
  /** The message that also names the date. */
  full: string;
}

function rowError(place: number, { day }: Holiday, message: string): HolidayError {
  return { place, message, full: `${formatDate(day)}: ${message}` };
}

/** Returns the errors of the holidays, at most one for each. */
export function checkHolidays(holidays: readonly Holiday[]): HolidayError[] {
  const seen = new Set<string>();
  return holidays.flatMap((holiday, place) => {
    const { day, name } = holiday;
    const error = yearError(day) ?? nameError(name);
    if (error) return [rowError(place, holiday, error)];
    if (seen.has(day)) return [{ place, message: enteredTwice(day), full: enteredTwice(day) }];
    seen.add(day);
    return [];
  });
}

export function checkCalendar(values: CalendarValues): FieldErrors<CalendarValues> {
  const { working_days, time_zone, holidays } = values;
  return {
    working_days: working_days.length > 0 ? undefined : 'Choose at least one working day.',
    time_zone: time_zone ? undefined : 'Choose the time zone.',
    holidays:
      holidays.length > MAX_HOLIDAYS
        ? `A calendar has at most ${MAX_HOLIDAYS} holidays. Remove those of past years.`
        : checkHolidays(holidays)[0]?.full,
  };
}

const OF_HOLIDAY = /^holidays\[(\d+)\]/;

/** Returns the server's errors of single holidays, which it names `holidays[3].name`. */
export function holidayErrorsOf(error: Error | null, holidays: readonly Holiday[]): HolidayError[] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.errors).flatMap(([field, [message]]) => {
    const place = Number(OF_HOLIDAY.exec(field)?.[1] ?? NaN);
    const holiday = holidays[place];
    return holiday && message !== undefined ? [rowError(place, holiday, message)] : [];
  });
}

/** Returns the server's errors by field of the form. Errors of single holidays count for all. */
export function errorsOf(error: Error): Readonly<Record<string, string>> {
  const errors = fieldErrors(error);
  const [, ofHoliday] = Object.entries(errors).find(([field]) => OF_HOLIDAY.test(field)) ?? [];
  return ofHoliday === undefined ? errors : { holidays: ofHoliday, ...errors };
}

/** Describes the calendar for a conflict, without its holidays (`holidayDifferences`). */
export const describeCalendar = ({ working_days, time_zone }: CalendarValues): Description => [
  ['Working days', working_days.map((day) => weekdayNames[day]).join(', ')],
  ['Time zone', time_zone],
];

/** Returns the dates on which two versions of the calendar have other holidays. */
export function holidayDifferences(
  mine: readonly Holiday[],
  saved: readonly Holiday[],
): Difference[] {
  const namesOf = (holidays: readonly Holiday[]) =>
    new Map(holidays.map(({ day, name }) => [day, name]));
  const [own, others] = [namesOf(mine), namesOf(saved)];
  const days = [...new Set([...own.keys(), ...others.keys()])].sort();
  return days
    .filter((day) => own.get(day) !== others.get(day))
    .map((day) => ({
      name: formatDate(day),
      mine: own.get(day) ?? 'no holiday',
      saved: others.get(day) ?? 'no holiday',
    }));
}
