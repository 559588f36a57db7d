import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { HolidaysPreview } from '@/api/models';
import { holidaysOf } from '@/testing/calendarFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { ImportHolidaysDialog } from './ImportHolidaysDialog';

const path = url('calendar/holidays/preview');
const thisYear = new Date().getUTCFullYear();
const known = holidaysOf(2027);
let found: HolidaysPreview;
const asked: string[] = [];
const onAdd = vi.fn();

beforeEach(() => {
  asked.length = 0;
  onAdd.mockClear();
  found = {
    holidays: [
      { day: '2027-09-30', name: 'Botswana Day' },
      { day: '2027-12-25', name: 'Christmas' },
      { day: '2028-01-01', name: "New Year's Day" },
      { day: '2028-01-03', name: 'Public Holiday' },
      { day: '2028-09-30', name: 'Botswana Day' },
    ],
    left_out: [
      { name: 'Staff meeting', reason: 'It has a time of day. A holiday is a whole day.' },
      { name: null, reason: 'It has no name.' },
    ],
    left_out_count: 2,
  };
  signInAs('Super User');
  server.use(
    http.post(path, ({ request }) => {
      asked.push(new URL(request.url).search);
      return answer(found);
    }),
  );
});

const open = () =>
  renderPart(<ImportHolidaysDialog known={known} onAdd={onAdd} onClose={vi.fn()} />);
type User = ReturnType<typeof open>['user'];

const fileField = () => screen.getByLabelText(/Calendar file/);
const choose = (user: User, content = 'BEGIN:VCALENDAR') =>
  user.upload(fileField(), new File([content], 'holidays.ics', { type: 'text/calendar' }));
const checkbox = (name: RegExp) => screen.getByRole('checkbox', { name });
const addButton = () => screen.queryByRole('button', { name: /^Add/ });

it('adds the chosen holidays of the file that are new', async () => {
  const { user } = open();
  expect(addButton()).not.toBeInTheDocument();
  await choose(user);
  expect(
    await screen.findByText(
      'The file has 5 holidays in these years. 2 are already in the calendar.',
    ),
  ).toBeVisible();
  expect(asked).toEqual([`?first_year=${thisYear}&last_year=${thisYear + 5}`]);

  const same = checkbox(/30 September 2027 · Already in the calendar$/);
  expect(same).toBeDisabled();
  expect(checkbox(/25 December 2027 · Already in the calendar as Christmas Day$/)).toBeDisabled();
  const all = checkbox(/All 3 new holidays/);
  expect(all).toBeChecked();
  await user.click(checkbox(/^Public Holiday/));
  expect(all).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Add 2 holidays' }));
  expect(onAdd).toHaveBeenCalledExactlyOnceWith([found.holidays[2], found.holidays[4]]);
});

it('lists the events that were left out with the reason', async () => {
  found.left_out_count = 120;
  const { user } = open();
  await choose(user);
  const leftOut = await screen.findByRole('list', { name: 'Events left out' });
  expect(
    within(leftOut)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Staff meeting: It has a time of day. A holiday is a whole day.',
    'An event without a name: It has no name.',
  ]);
  expect(screen.getByText(/120 events were left out\. The first 2 are:/)).toBeVisible();
});

it('reads the file again for other years, and only if they are possible', async () => {
  const { user } = open();
  const last = screen.getByRole('combobox', { name: 'Last year' });
  await user.selectOptions(last, String(thisYear + 1));
  expect(asked).toEqual([]);
  await choose(user);
  await waitFor(() => expect(asked).toEqual([`?first_year=${thisYear}&last_year=${thisYear + 1}`]));
  await user.selectOptions(screen.getByRole('combobox', { name: 'First year' }), [
    String(thisYear + 3),
  ]);
  expect(await screen.findByText('The last year must not be before the first one.')).toBeVisible();
  expect(addButton()).not.toBeInTheDocument();
  await user.selectOptions(last, String(thisYear + 25));
  expect(await screen.findByText('Choose at most 20 years.')).toBeVisible();
  expect(asked).toHaveLength(1);
  await user.selectOptions(last, String(thisYear + 4));
  expect(await screen.findByRole('button', { name: 'Add 3 holidays' })).toBeVisible();
  expect(asked[1]).toBe(`?first_year=${thisYear + 3}&last_year=${thisYear + 4}`);
});

it('has nothing to add if all holidays are in the calendar', async () => {
  found = { holidays: known, left_out: [], left_out_count: 0 };
  const { user } = open();
  await choose(user);
  expect(
    await screen.findByText(
      'The file has 15 holidays in these years. All of them are already in the calendar.',
    ),
  ).toBeVisible();
  expect(addButton()).not.toBeInTheDocument();
});

it('asks for a choice before it adds', async () => {
  const { user } = open();
  await choose(user);
  await user.click(await screen.findByRole('checkbox', { name: 'All 3 new holidays' }));
  await user.click(screen.getByRole('button', { name: 'Add 0 holidays' }));
  expect(screen.getByText('Choose at least one holiday.')).toBeVisible();
  expect(onAdd).not.toHaveBeenCalled();
});

it('shows why a file is refused, and takes another one', async () => {
  const refusal = 'This is not a calendar file. Choose a file in the iCalendar format (.ics).';
  server.use(
    http.post(
      path,
      () => refuse(415, refusal, { reason: 'file_type_not_accepted', errors: { file: [refusal] } }),
      { once: true },
    ),
  );
  const { user } = open();
  await choose(user, 'a letter');
  await waitFor(() => expect(fileField()).toHaveAccessibleDescription(refusal));
  await choose(user);
  expect(await screen.findByRole('button', { name: 'Add 3 holidays' })).toBeVisible();
  expect(fileField()).not.toHaveAccessibleDescription(refusal);
});

it('does not send a file that is too large', async () => {
  const { user } = open();
  await choose(user, 'x'.repeat(1024 * 1024 + 1));
  expect(await screen.findByText('The file is too large. The limit is 1 MB.')).toBeVisible();
  expect(asked).toEqual([]);
});

it('keeps the file while the connection is lost, and reads it again on request', async () => {
  server.use(http.post(path, () => HttpResponse.error(), { once: true }));
  const { user } = open();
  await choose(user);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Add 3 holidays' })).toBeVisible();
});
