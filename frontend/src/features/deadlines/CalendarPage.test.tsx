import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Calendar, CalendarInput } from '@/api/models';
import { session } from '@/api/session';
import { recoverFocus } from '@/lib/focusRecovery';
import { makeCalendar } from '@/testing/calendarFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, refuse, server, stale, url } from '@/testing/server';
import { violationsOf } from '@/testing/violations';
import CalendarPage from './CalendarPage';

const path = url('calendar');
const MESSAGE = 'Successfully updated the calendar';
let stored: Calendar;
const sent: CalendarInput[] = [];
let reads = 0;

beforeEach(() => {
  stored = makeCalendar();
  sent.length = 0;
  reads = 0;
  signInAs('Super User');
  server.use(
    http.get(path, () => {
      reads += 1;
      return answer(stored);
    }),
    http.put(path, async ({ request }) => {
      const input = (await request.json()) as CalendarInput;
      sent.push(input);
      if (input.row_version !== stored.row_version) return stale();
      stored = makeCalendar({ ...input, row_version: stored.row_version + 1 });
      return answer(stored, { message: MESSAGE });
    }),
  );
});

/** Opens the page with the holidays of 2027. */
async function open() {
  const shown = renderPart(<CalendarPage />, '/superuser/calendar?year=2027');
  await screen.findByRole('form', { name: 'Calendar' });
  return shown;
}
type User = Awaited<ReturnType<typeof open>>['user'];

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const saveIt = (user: User) => user.click(button('Save the calendar'));
const day = (name: string) => screen.getByRole('checkbox', { name });
const zone = () => screen.getByRole('combobox', { name: /Time zone/ });
const list = (year: number) => screen.getByRole('list', { name: `Holidays in ${year}` });
const rows = (year: number) => within(list(year)).getAllByRole('listitem');
const row = (year: number, name: string) =>
  rows(year).find((item) => within(item).queryByText(name) !== null);
const yearTabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const unsaved = () => screen.queryByText('Your changes are not saved yet.');

/** Types the date of the open dialog, once the calendar of the field is loaded. */
async function typeDate(text: string) {
  const field = () => document.querySelector<HTMLInputElement>('[role=dialog] input[id$="-day"]')!;
  await waitFor(() => expect(field()).toBeEnabled());
  fireEvent.change(field(), { target: { value: text } });
}

async function openDialog(user: User, opener: string | RegExp, name: string) {
  await user.click(button(opener));
  return within(await screen.findByRole('dialog', { name }));
}

async function removeChristmas(user: User) {
  await user.click(button('Remove Christmas Day, 25 December 2027'));
}

it('shows the holidays of one year at a time, and how many each year has', async () => {
  const { user } = await open();
  expect(rows(2027)).toHaveLength(15);
  expect(row(2027, 'Christmas Day')).toHaveTextContent(
    '25 December 2027Saturday, not a working day',
  );
  expect(yearTabs()).toEqual(expect.arrayContaining(['202615', '202715', '203515']));
  await user.click(screen.getByRole('tab', { name: /^2030/ }));
  expect(rows(2030)).toHaveLength(15);
  expect(screen.getByTestId('location')).toHaveTextContent('/superuser/calendar?year=2030');
});

it('saves working days, time zone and holidays together, and then the next change', async () => {
  const { user } = await open();
  expect(screen.queryByRole('button', { name: 'Save the calendar' })).not.toBeInTheDocument();
  await user.click(day('Saturday'));
  await user.click(day('Friday'));
  await user.clear(zone());
  await user.type(zone(), 'new york');
  await user.click(await screen.findByRole('option', { name: /^America\/New_York/ }));
  expect(screen.getByText(/The time there is \d\d:\d\d \(UTC-0[45]:00\)\./)).toBeVisible();
  await removeChristmas(user);
  expect(unsaved()).toBeVisible();
  expect(sent).toEqual([]);
  await saveIt(user);
  expect(await screen.findByText(MESSAGE)).toBeVisible();
  await waitFor(() => expect(unsaved()).not.toBeInTheDocument());
  expect(sent).toMatchObject([
    {
      working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'saturday'],
      time_zone: 'America/New_York',
      row_version: 1,
    },
  ]);
  expect(sent[0]?.holidays).toHaveLength(149);

  await user.click(day('Friday'));
  await saveIt(user);
  await waitFor(() => expect(unsaved()).not.toBeInTheDocument());
  expect(sent[1]).toMatchObject({ row_version: 2 });
});

it('asks for a working day and a time zone before it sends anything', async () => {
  const { user } = await open();
  for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await user.click(day(name));
  }
  await user.clear(zone());
  await user.tab();
  await saveIt(user);
  expect(screen.getByRole('group', { name: 'Working days' })).toHaveAccessibleDescription(
    'Choose at least one working day.',
  );
  expect(zone()).toHaveAccessibleDescription(/^Choose the time zone\./);
  expect(day('Monday')).toHaveFocus();
  expect(sent).toEqual([]);
  await user.click(day('Monday'));
  expect(screen.queryByText('Choose at least one working day.')).not.toBeInTheDocument();
});

it('adds a holiday at its place, and refuses a date that has one', async () => {
  const { user } = await open();
  const dialog = await openDialog(user, 'Add a holiday', 'Add a holiday');
  const add = dialog.getByRole('button', { name: 'Add holiday' });
  await user.click(add);
  expect(dialog.getByText('Enter the date of the holiday.')).toBeVisible();
  expect(dialog.getByText('Enter the name of the holiday.')).toBeVisible();

  await user.type(dialog.getByRole('textbox', { name: /Name/ }), ' Election Day ');
  await typeDate('25 December 2027');
  await user.click(add);
  expect(
    await dialog.findByText('25 December 2027 is entered twice. Remove one of them.'),
  ).toBeVisible();
  await typeDate('31 October 2029');
  await user.click(add);
  expect(await screen.findByRole('list', { name: 'Holidays in 2029' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(rows(2029)).toHaveLength(16);
  expect(rows(2029)[12]).toHaveTextContent('31 October 2029WednesdayElection Day');
  expect(sent).toEqual([]);

  await saveIt(user);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.holidays).toContainEqual({ day: '2029-10-31', name: 'Election Day' });
});

it('edits and removes holidays, and discards the changes after a question', async () => {
  const { user } = await open();
  const dialog = await openDialog(user, 'Edit Botswana Day, 30 September 2027', 'Edit the holiday');
  const name = dialog.getByRole('textbox', { name: /Name/ });
  expect(name).toHaveValue('Botswana Day');
  await user.clear(name);
  await user.type(name, 'Independence Day');
  await user.click(dialog.getByRole('button', { name: 'Change holiday' }));
  await waitFor(() => expect(row(2027, 'Independence Day')).toBeInTheDocument());
  await removeChristmas(user);
  expect(rows(2027)).toHaveLength(14);

  await user.click(button('Discard'));
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
  await user.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(rows(2027)).toHaveLength(15));
  expect(row(2027, 'Botswana Day')).toBeInTheDocument();
  expect(unsaved()).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

it('moves the focus to the next holiday when one is removed by keyboard', async () => {
  const { user } = await open();
  const recovery = recoverFocus();
  onTestFinished(recovery.stop);
  act(() => button('Remove Christmas Day, 25 December 2027').focus());
  await user.keyboard('{Enter}');
  expect(row(2027, 'Christmas Day')).toBeUndefined();
  await waitFor(() => expect(button('Remove Boxing Day, 26 December 2027')).toHaveFocus());
});

it("shows the server's errors at their fields", async () => {
  server.use(
    http.put(path, () =>
      refuse(400, 'Some fields are wrong.', {
        reason: 'invalid_fields',
        errors: {
          time_zone: ['There is no such time zone. Choose one, such as Europe/Brussels.'],
          'holidays[17].name': ['The name of the holiday must not contain control characters.'],
          'holidays[40].name': ['Enter the name of the holiday.'],
        },
      }),
    ),
  );
  const { user } = await open();
  await user.click(day('Friday'));
  await saveIt(user);
  expect(
    await screen.findByText(
      '08 March 2027: The name of the holiday must not contain control characters.',
    ),
  ).toBeVisible();
  expect(screen.getByText('30 September 2028: Enter the name of the holiday.')).toBeInTheDocument();
  expect(row(2027, "Women's Day")).toHaveTextContent(
    'The name of the holiday must not contain control characters.',
  );
  expect(zone()).toHaveAccessibleDescription(/^There is no such time zone\./);

  // The errors belong to the holidays that were sent.
  await removeChristmas(user);
  expect(row(2027, "Women's Day")).not.toHaveTextContent('control characters');
});

it('shows every error that the server has for the holidays as a whole', async () => {
  server.use(
    http.put(path, () =>
      refuse(400, 'Some fields are wrong.', {
        reason: 'invalid_fields',
        errors: { holidays: ['25 December 2027 is entered twice. Remove one of them.'] },
      }),
    ),
  );
  const { user } = await open();
  await user.click(day('Friday'));
  await saveIt(user);
  expect(
    await screen.findByText('25 December 2027 is entered twice. Remove one of them.'),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Holidays' })).toHaveFocus());
});

/** Simulates the save of another person, who also works on Saturdays. */
function saveByAnother() {
  const holidays = stored.holidays.filter(({ name }) => name !== 'Boxing Day');
  stored = makeCalendar({
    working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
    holidays: [...holidays, { day: '2036-01-01', name: "New Year's Day" }],
    row_version: 2,
  });
}

async function conflict(user: User) {
  await removeChristmas(user);
  saveByAnother();
  await saveIt(user);
  return screen.findByRole('list', { name: 'Differences' });
}

it('shows both versions after a stale save, and keeps mine', async () => {
  const { user } = await open();
  const differences = await conflict(user);
  expect(differences).toHaveTextContent(
    'Working daysMy version: Monday, Tuesday, Wednesday, Thursday, FridaySaved version: Monday, Tuesday, Wednesday, Thursday, Friday, Saturday',
  );
  expect(differences).toHaveTextContent(
    '25 December 2027My version: no holidaySaved version: Christmas Day',
  );
  expect(differences).toHaveTextContent(
    '26 December 2027My version: Boxing DaySaved version: no holiday',
  );
  expect(row(2027, 'Christmas Day')).toBeUndefined();
  await user.click(button('Keep my version'));
  expect(await screen.findByText(MESSAGE)).toBeVisible();
  expect(sent.map(({ row_version }) => row_version)).toEqual([1, 2]);
  expect(sent[1]?.holidays).toEqual(sent[0]?.holidays);
});

it('uses the saved version after a stale save, and saves the next change', async () => {
  const { user } = await open();
  await conflict(user);
  await user.click(button('Use the saved version'));
  await waitFor(() => expect(day('Saturday')).toBeChecked());
  expect(rows(2027)).toHaveLength(14);
  expect(row(2027, 'Christmas Day')).toBeInTheDocument();
  expect(unsaved()).not.toBeInTheDocument();
  await user.click(day('Saturday'));
  await saveIt(user);
  expect(await screen.findByText(MESSAGE)).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ row_version: 2 });
});

it('keeps unsaved changes when the page is left, with the version on which they are based', async () => {
  const first = await open();
  await removeChristmas(first.user);
  first.unmount();
  saveByAnother();
  const { user } = await open();
  expect(unsaved()).toBeVisible();
  expect(row(2027, 'Christmas Day')).toBeUndefined();
  await saveIt(user);
  expect(await screen.findByRole('list', { name: 'Differences' })).toBeVisible();
  expect(sent).toMatchObject([{ row_version: 1 }]);
});

it('keeps nothing of saved changes', async () => {
  const first = await open();
  await removeChristmas(first.user);
  await saveIt(first.user);
  await waitFor(() => expect(unsaved()).not.toBeInTheDocument());
  first.unmount();
  await open();
  expect(unsaved()).not.toBeInTheDocument();
  expect(rows(2027)).toHaveLength(14);
});

it('restores unsaved changes after the session ended, only for the same account', async () => {
  const first = await open();
  await removeChristmas(first.user);
  act(() => session.lose());
  first.unmount();
  signInAs('Super User');
  const second = await open();
  expect(rows(2027)).toHaveLength(14);
  expect(unsaved()).toBeVisible();

  // Signing out deletes them.
  act(() => session.end());
  second.unmount();
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(
    'Botswana Day',
  );
});

it('keeps the changes while the connection is lost, and saves them on request', async () => {
  const { user } = await open();
  await removeChristmas(user);
  server.use(http.put(path, () => HttpResponse.error(), { once: true }));
  await saveIt(user);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(MESSAGE)).toBeVisible();
  expect(sent).toHaveLength(1);
});

it('puts imported holidays into the form, and saves them with it', async () => {
  server.use(
    http.post(url('calendar/holidays/preview'), () =>
      answer({
        holidays: [
          { day: '2027-12-25', name: 'Christmas Day' },
          { day: '2036-01-01', name: "New Year's Day" },
          { day: '2036-01-02', name: "Day after New Year's Day" },
        ],
        left_out: [],
        left_out_count: 0,
      }),
    ),
  );
  const { user } = await open();
  const title = 'Import holidays from a calendar file';
  const dialog = await openDialog(user, 'Import from a calendar file', title);
  const file = new File(['BEGIN:VCALENDAR'], 'botswana.ics', { type: 'text/calendar' });
  await user.upload(dialog.getByLabelText(/Calendar file/), file);
  await user.click(await dialog.findByRole('button', { name: 'Add 2 holidays' }));
  expect(
    await screen.findByText('2 holidays added. Save the calendar to keep them.'),
  ).toBeVisible();
  expect(rows(2036)).toHaveLength(2);
  expect(sent).toEqual([]);
  await saveIt(user);
  await waitFor(() => expect(sent[0]?.holidays).toHaveLength(152));
});

/** Reads the calendar again, as when the user returns to the window. */
const returnToWindow = () => act(() => void dispatchEvent(new Event('visibilitychange')));

it('shows a version that another person saved, once nothing is unsaved', async () => {
  const { user } = await open();
  await user.click(day('Friday'));
  saveByAnother();
  returnToWindow();
  await waitFor(() => expect(reads).toBe(2));
  expect(day('Friday')).not.toBeChecked();
  expect(day('Saturday')).not.toBeChecked();
  await user.click(day('Friday'));
  await waitFor(() => expect(day('Saturday')).toBeChecked());
  expect(rows(2027)).toHaveLength(14);
  expect(unsaved()).not.toBeInTheDocument();
});

it('has no accessibility violations with unsaved changes', async () => {
  const { user, container } = await open();
  await removeChristmas(user);
  expect(await violationsOf(container)).toEqual([]);
});
