import { expect, it } from 'vitest';
import { ApiError } from '@/api/errors';
import { holidaysOf, makeCalendar } from '@/testing/calendarFactories';
import {
  checkCalendar,
  checkHoliday,
  checkHolidays,
  errorsOf,
  holidayDifferences,
  holidayErrorsOf,
  sortByDay,
  valuesOf,
  weekdayOf,
} from './calendarForm';
import { timeIn, timeZonesWith } from './timeZones';

const values = valuesOf(makeCalendar());

it('accepts a calendar with 15 holidays a year for 10 years', () => {
  expect(Object.values(checkCalendar(values)).filter(Boolean)).toEqual([]);
});

it('names each missing field as the server does', () => {
  expect(checkCalendar({ working_days: [], time_zone: '', holidays: [] })).toMatchObject({
    working_days: 'Choose at least one working day.',
    time_zone: 'Choose the time zone.',
  });
});

it('names each wrong holiday by its date as the server does', () => {
  const errors = checkHolidays([
    { day: '2027-12-25', name: 'Christmas' },
    { day: '2027-12-25', name: 'Christmas Day' },
    { day: '2027-12-26', name: ' ' },
    { day: '1999-12-31', name: 'Eve' },
    { day: '2028-01-01', name: 'n'.repeat(101) },
    { day: '2028-01-02', name: 'Day\u0000' },
  ]);
  expect(errors.map(({ place, full }) => [place, full])).toEqual([
    [1, '25 December 2027 is entered twice. Remove one of them.'],
    [2, '26 December 2027: Enter the name of the holiday.'],
    [3, '31 December 1999: Enter a year between 2000 and 2199.'],
    [4, '01 January 2028: The name of a holiday must not be longer than 100 characters.'],
    [5, '02 January 2028: The name of the holiday must not contain control characters.'],
  ]);
  expect(errors[1]?.message).toBe('Enter the name of the holiday.');
});

it('refuses more than 1000 holidays with one error', () => {
  const many = Array.from({ length: 67 }, (_, years) => holidaysOf(2026 + years)).flat();
  expect(checkCalendar({ ...values, holidays: many }).holidays).toBe(
    'A calendar has at most 1000 holidays. Remove those of past years.',
  );
});

it('refuses a holiday without a date or on the date of another one', () => {
  const others = holidaysOf(2027);
  expect(checkHoliday({ day: '', name: '' }, others)).toEqual({
    day: 'Enter the date of the holiday.',
    name: 'Enter the name of the holiday.',
  });
  expect(checkHoliday({ day: '2027-09-30', name: 'Independence Day' }, others)).toEqual({
    day: '30 September 2027 is entered twice. Remove one of them.',
    name: undefined,
  });
  expect(checkHoliday({ day: '2200-01-01', name: 'New Year' }, others).day).toBe(
    'Enter a year between 2000 and 2199.',
  );
});

it("assigns the server's errors to the holidays that were sent", () => {
  const error = new ApiError(400, 'Some fields are wrong.', {
    errors: {
      time_zone: ['There is no such time zone.'],
      'holidays[3].name': ['Enter the name of the holiday.'],
      'holidays[400].day': ['Day is required.'],
    },
  });
  expect(holidayErrorsOf(error, values.holidays)).toEqual([
    {
      place: 3,
      message: 'Enter the name of the holiday.',
      full: '01 May 2026: Enter the name of the holiday.',
    },
  ]);
  expect(errorsOf(error)).toMatchObject({
    time_zone: 'There is no such time zone.',
    holidays: 'Enter the name of the holiday.',
  });
});

it('lists the dates on which two versions differ, also those of only one version', () => {
  const mine = [
    { day: '2027-01-01', name: 'New Year' },
    { day: '2027-05-01', name: 'Labour Day' },
    { day: '2027-05-25', name: 'Africa Day' },
  ];
  const saved = [
    { day: '2027-01-01', name: "New Year's Day" },
    { day: '2027-05-01', name: 'Labour Day' },
    { day: '2027-12-25', name: 'Christmas Day' },
  ];
  expect(holidayDifferences(mine, saved)).toEqual([
    { name: '01 January 2027', mine: 'New Year', saved: "New Year's Day" },
    { name: '25 May 2027', mine: 'Africa Day', saved: 'no holiday' },
    { name: '25 December 2027', mine: 'no holiday', saved: 'Christmas Day' },
  ]);
});

it('sorts holidays by date and knows their weekdays', () => {
  const holidays = holidaysOf(2027);
  expect(sortByDay(holidays.toReversed())).toEqual(holidays);
  expect(['2027-12-25', '2027-12-26', '2027-12-27'].map(weekdayOf)).toEqual([
    'saturday',
    'sunday',
    'monday',
  ]);
});

it('offers the stored time zone once, also if the browser does not know it', () => {
  const zones = timeZonesWith('Mars/Olympus');
  expect(zones).toEqual(expect.arrayContaining(['Africa/Gaborone', 'UTC', 'Mars/Olympus']));
  expect(timeZonesWith('Africa/Gaborone')).toHaveLength(zones.length - 1);
  expect(timeZonesWith('')).not.toContain('');
});

it('returns the time and the offset of a zone', () => {
  const noon = Date.parse('2026-11-30T12:05:00Z');
  expect(timeIn('Africa/Gaborone', noon)).toEqual({ time: '14:05', offset: 'UTC+02:00' });
  expect(timeIn('America/St_Johns', noon)).toEqual({ time: '08:35', offset: 'UTC-03:30' });
  expect(timeIn('Mars/Olympus', noon)).toBeUndefined();
});
