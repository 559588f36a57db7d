import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import MailPreferences from './MailPreferences';
import NotificationsPage from './NotificationsPage';

const sent: unknown[] = [];
let kept = new Map<string, string>();
const descriptions: Record<string, string> = {
  role_granted: 'A role was granted to me',
  submitted: 'My Data Request was submitted',
  term_extended: 'The term of my Data Request was extended',
  turn_came: 'A Data Request awaits my decision',
  due_soon: 'My decision on a Data Request is due soon',
  overdue: 'My decision on a Data Request is overdue',
  overdue_for_long: 'A decision of my organisation has been overdue for long',
  registered: 'Someone registered at my organisation',
  of_tomorrow: 'Something new',
};

const bodies = () =>
  Object.entries(descriptions).map(([kind, description]) => ({
    kind,
    description,
    delivery: kept.get(kind) ?? 'immediately',
    by_mail: kept.get(kind) !== 'never',
  }));

beforeEach(() => {
  sent.length = 0;
  kept = new Map([['turn_came', 'weekly']]);
  signInAs('Admin');
  server.use(
    http.get(url('notifications/preferences'), () => answer(bodies())),
    http.put(url('notifications/preferences'), async ({ request }) => {
      const { preferences } = (await request.json()) as {
        preferences: { kind: string; delivery: string }[];
      };
      sent.push(preferences);
      for (const { kind, delivery } of preferences) kept.set(kind, delivery);
      return answer(bodies());
    }),
  );
});

const field = (name: string) => screen.findByRole('combobox', { name });

it('shows each kind in its group, with the current choice', async () => {
  renderPart(<MailPreferences />);
  const mine = await screen.findByRole('group', { name: 'My account and roles' });
  expect(within(mine).getByRole('combobox', { name: 'A role was granted to me' })).toHaveValue(
    'immediately',
  );
  const fieldOf = (group: string, name: string) =>
    within(screen.getByRole('group', { name: group })).getByRole('combobox', { name });
  expect(fieldOf('My Data Requests', 'The term of my Data Request was extended')).toHaveValue(
    'immediately',
  );
  const others = "Other people's Data Requests";
  expect(fieldOf(others, 'A Data Request awaits my decision')).toHaveValue('weekly');
  expect(fieldOf(others, 'My decision on a Data Request is due soon')).toHaveValue('immediately');
  expect(fieldOf(others, 'My decision on a Data Request is overdue')).toHaveValue('immediately');
  expect(
    fieldOf('Administration', 'A decision of my organisation has been overdue for long'),
  ).toHaveValue('immediately');
  const other = fieldOf('Other', 'Something new');
  expect(other).toHaveValue('immediately');
  const options = within(other).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Immediately',
    'Once a day',
    'Once a week',
    'Never',
  ]);
});

it('saves a change at once, and shows that it is saved', async () => {
  const { user } = renderPart(<MailPreferences />);
  const kind = await field('My Data Request was submitted');
  await user.selectOptions(kind, 'Once a day');
  await waitFor(() => expect(kind).toHaveValue('daily'));
  expect(await screen.findByText('Your choice was saved.')).toBeVisible();
  expect(sent).toEqual([[{ kind: 'submitted', delivery: 'daily' }]]);
  await user.selectOptions(kind, 'Never');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(kind).toHaveValue('never');
});

it('opens the list with an arrow key, and saves nothing yet', async () => {
  const showPicker = vi.fn();
  Object.defineProperty(HTMLSelectElement.prototype, 'showPicker', {
    value: showPicker,
    configurable: true,
  });
  renderPart(<MailPreferences />);
  const kind = await field('My Data Request was submitted');
  const isDefault = fireEvent.keyDown(kind, { key: 'ArrowDown' });
  Reflect.deleteProperty(HTMLSelectElement.prototype, 'showPicker');
  expect(isDefault).toBe(false);
  expect(showPicker).toHaveBeenCalledOnce();
  expect(fireEvent.keyDown(kind, { key: 'Tab' })).toBe(true);
  expect(sent).toEqual([]);
});

it('changes all kinds at once', async () => {
  const { user } = renderPart(<MailPreferences />);
  const all = await field('All kinds');
  expect(all).toHaveDisplayValue('Different choices');
  await user.selectOptions(all, 'Once a week');
  const kinds = Object.keys(descriptions);
  await waitFor(() => expect(sent).toEqual([kinds.map((kind) => ({ kind, delivery: 'weekly' }))]));
  expect(all).toHaveDisplayValue('Once a week');
  expect(within(all).queryByRole('option', { name: 'Different choices' })).not.toBeInTheDocument();
  for (const name of Object.values(descriptions)) expect(await field(name)).toHaveValue('weekly');
  await user.selectOptions(await field('Something new'), 'Never');
  await waitFor(() => expect(all).toHaveDisplayValue('Different choices'));
});

it('reverts a change that could not be saved', async () => {
  server.use(http.put(url('notifications/preferences'), () => refuse(503, 'The database rests')));
  const { user } = renderPart(<MailPreferences />);
  const kind = await field('A Data Request awaits my decision');
  await user.selectOptions(kind, 'Never');
  expect(await screen.findByText('The database rests')).toBeVisible();
  await waitFor(() => expect(kind).toHaveValue('weekly'));
});

it('stores quick choices in their order, and keeps a later one if an earlier one fails', async () => {
  const holds: (() => void)[] = [];
  server.use(
    http.put(url('notifications/preferences'), async ({ request }) => {
      const { preferences } = (await request.json()) as {
        preferences: { kind: string; delivery: string }[];
      };
      sent.push(preferences);
      const isFirst = holds.length === 0;
      await new Promise<void>((resolve) => holds.push(resolve));
      if (isFirst) return refuse(503, 'The database rests');
      for (const { kind, delivery } of preferences) kept.set(kind, delivery);
      return answer(bodies());
    }),
  );
  const { user } = renderPart(<MailPreferences />);
  const kind = await field('A Data Request awaits my decision');
  await user.selectOptions(kind, 'Once a day');
  await waitFor(() => expect(holds).toHaveLength(1));
  await user.selectOptions(kind, 'Never');
  expect(kind).toHaveValue('never');
  expect(sent).toEqual([[{ kind: 'turn_came', delivery: 'daily' }]]);
  holds[0]?.();
  expect(await screen.findByText('The database rests')).toBeVisible();
  expect(kind).toHaveValue('never');
  await waitFor(() => expect(holds).toHaveLength(2));
  expect(kind).toHaveValue('never');
  holds[1]?.();
  await waitFor(() => expect(kept.get('turn_came')).toBe('never'));
  expect(await screen.findByText('Your choice was saved.')).toBeVisible();
  expect(kind).toHaveValue('never');
});

it('reverts a change of all kinds that could not be saved', async () => {
  server.use(http.put(url('notifications/preferences'), () => refuse(503, 'The database rests')));
  const { user } = renderPart(<MailPreferences />);
  await user.selectOptions(await field('All kinds'), 'Never');
  expect(await screen.findByText('The database rests')).toBeVisible();
  const turn = await field('A Data Request awaits my decision');
  await waitFor(() => expect(turn).toHaveValue('weekly'));
  expect(await field('Something new')).toHaveValue('immediately');
});

it('opens from the notifications', async () => {
  server.use(http.get(url('notifications/all-user-notifications'), () => answerList([])));
  const { user } = renderPart(<NotificationsPage />);
  await user.click(screen.getByRole('button', { name: 'Email settings' }));
  const dialog = await screen.findByRole('dialog', { name: 'Email settings' });
  expect(await within(dialog).findByText('Something new')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
