import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import MailPreferences from './MailPreferences';
import NotificationsPage from './NotificationsPage';

const sent: unknown[] = [];
let kept = new Map<string, boolean>();
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
    by_mail: kept.get(kind) ?? true,
  }));

beforeEach(() => {
  sent.length = 0;
  kept = new Map([['turn_came', false]]);
  signInAs('Admin');
  server.use(
    http.get(url('notifications/preferences'), () => answer(bodies())),
    http.put(url('notifications/preferences'), async ({ request }) => {
      const { preferences } = (await request.json()) as {
        preferences: { kind: string; by_mail: boolean }[];
      };
      sent.push(preferences);
      for (const { kind, by_mail } of preferences) kept.set(kind, by_mail);
      return answer(bodies());
    }),
  );
});

it('shows each kind in its group, with the current setting', async () => {
  renderPart(<MailPreferences />);
  const mine = await screen.findByRole('group', { name: 'My account and roles' });
  expect(within(mine).getByRole('switch', { name: 'A role was granted to me' })).toBeChecked();
  expect(
    screen.getByRole('switch', { name: 'A Data Request awaits my decision' }),
  ).not.toBeChecked();
  const switchOf = (group: string, name: string) =>
    within(screen.getByRole('group', { name: group })).getByRole('switch', { name });
  expect(switchOf('My Data Requests', 'The term of my Data Request was extended')).toBeChecked();
  const others = "Other people's Data Requests";
  expect(switchOf(others, 'My decision on a Data Request is due soon')).toBeChecked();
  expect(switchOf(others, 'My decision on a Data Request is overdue')).toBeChecked();
  expect(
    switchOf('Administration', 'A decision of my organisation has been overdue for long'),
  ).toBeChecked();
  expect(switchOf('Other', 'Something new')).toBeChecked();
});

it('saves a change at once, and shows that it is saved', async () => {
  const { user } = renderPart(<MailPreferences />);
  const kind = await screen.findByRole('switch', { name: 'My Data Request was submitted' });
  await user.click(kind);
  expect(kind).not.toBeChecked();
  expect(await screen.findByText('Your choice was saved.')).toBeVisible();
  expect(sent).toEqual([[{ kind: 'submitted', by_mail: false }]]);
  await user.click(kind);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(kind).toBeChecked();
});

it('reverts a change that could not be saved', async () => {
  server.use(http.put(url('notifications/preferences'), () => refuse(503, 'The database rests')));
  const { user } = renderPart(<MailPreferences />);
  const kind = await screen.findByRole('switch', { name: 'My Data Request was submitted' });
  await user.click(kind);
  expect(await screen.findByText('The database rests')).toBeVisible();
  await waitFor(() => expect(kind).toBeChecked());
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
