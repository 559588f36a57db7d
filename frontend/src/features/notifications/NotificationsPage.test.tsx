import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Notification } from '@/api/models';
import type { RoleName } from '@/lib/roles';
import { renderPart, signInAs } from '@/testing/render';
import { makeNotification } from '@/testing/reviewFactories';
import { answer, answerNotifications, refuse, server, url } from '@/testing/server';
import { asksForAction, byRole } from './grouping';
import NotificationsPage from './NotificationsPage';

let known: Notification[] = [];
const marked: string[] = [];

beforeEach(() => {
  marked.length = 0;
  known = [
    makeNotification({ id: 3, message: 'Third' }),
    makeNotification({ id: 2, message: 'Second', role: 'Data Requester', read: true }),
    makeNotification({ id: 1, message: 'First', read: true }),
  ];
  server.use(
    http.get(url('notifications/all-user-notifications'), ({ request }) => {
      const { searchParams } = new URL(request.url);
      const wanted = searchParams.get('read');
      const page = Number(searchParams.get('page'));
      const size = Number(searchParams.get('page_size'));
      const shown = known.filter(({ read }) => wanted === null || String(read) === wanted);
      return answerNotifications(shown.slice((page - 1) * size, page * size), {
        known,
        total: shown.length,
      });
    }),
    http.patch(url('notifications'), async ({ request }) => {
      const { role } = (await request.json()) as { role: string };
      marked.push(role);
      known = known.map((one) => (one.role === role ? { ...one, read: true } : one));
      return answer({ marked: 1 });
    }),
    http.patch(url('notifications/:id'), ({ params }) => {
      marked.push(String(params.id));
      known = known.map((one) => (String(one.id) === params.id ? { ...one, read: true } : one));
      return answer(null);
    }),
  );
});

it('groups by role, ordered by the newest notification', () => {
  const counts = [
    { role: 'Data Officer', total: 4, unread: 0 },
    { role: 'Data Requester', total: 9, unread: 5 },
  ];
  const shown = byRole(known, counts, 'all');
  expect(
    shown.map(({ role, count, notifications }) => [role, count, notifications.map(({ id }) => id)]),
  ).toEqual([
    ['Data Security Reviewer', 2, [3, 1]],
    ['Data Requester', 9, [2]],
    ['Data Officer', 4, []],
  ]);
  expect(byRole([], counts, 'unread')).toEqual([
    { role: 'Data Requester', count: 5, notifications: [] },
  ]);
});

it.each(['due_soon', 'overdue', 'overdue_for_long'])('treats %s as a call for action', (kind) => {
  expect(asksForAction(makeNotification({ kind }))).toBe(true);
});

it('shows what asks for action first, then decisions, then news, by request', async () => {
  const title = 'Ward workload and night shifts at district hospitals';
  const role = 'Data Requester';
  const about = (request_id: number, kind: string, changes: Partial<Notification> = {}) =>
    makeNotification({ role, kind, request_id, request_title: title, ...changes });
  known = [
    about(9, 'comment_replied', { id: 6, message: 'A reply' }),
    about(8, 'stage_approved', { id: 5, message: 'Approved', request_title: null }),
    about(7, 'comment_replied', { id: 4, message: 'Reply to the demand' }),
    about(7, 'action_required', { id: 3, message: 'Action' }),
    about(6, 'action_required', { id: 2, message: 'Done', read: true }),
    makeNotification({ id: 1, role, kind: 'draft_ends', request_id: null, message: 'A draft' }),
  ];
  signInAs(role);
  renderPart(<NotificationsPage />);
  const list = await screen.findByRole('list', { name: role });
  const items = within(list).getAllByRole('listitem');
  expect(items.map((item) => item.querySelector('button')?.textContent?.split(/\d/)[0])).toEqual([
    'Action',
    'Reply to the demand',
    'A draft',
    'Approved',
    'A reply',
    'Done',
  ]);
  expect(items.map((item) => item.textContent?.startsWith(title))).toEqual([
    true,
    false,
    false,
    false,
    true,
    true,
  ]);
});

it('shows groups with counts, and marks attended notifications', async () => {
  signInAs('Data Security Reviewer');
  renderPart(<NotificationsPage />);
  expect(await screen.findByRole('button', { name: /^Data Security Reviewer\s*2$/ })).toBeVisible();
  const list = screen.getByRole('list', { name: 'Data Security Reviewer' });
  expect(within(list).getByRole('button', { name: /^Third.*Unattended/ })).toBeVisible();
  expect(within(list).getByRole('button', { name: /First.*Attended/ })).toBeVisible();
});

it('has a tab for unread and one for read notifications', async () => {
  signInAs('Data Security Reviewer');
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('tab', { name: 'Unread' }));
  expect(await screen.findByText('Third')).toBeVisible();
  expect(screen.queryByText('First')).not.toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Read' }));
  expect(await screen.findByText('First')).toBeVisible();
  expect(screen.queryByText('Third')).not.toBeInTheDocument();
});

it('counts all unread notifications of a role, and loads older ones', async () => {
  known = Array.from({ length: 120 }, (_, index) =>
    makeNotification({ id: 120 - index, message: `Message ${120 - index} of many` }),
  );
  signInAs('Data Security Reviewer');
  const { user } = renderPart(<NotificationsPage />, '/notifications?tab=unread');
  expect(
    await screen.findByRole('button', { name: /^Data Security Reviewer\s*120$/ }),
  ).toBeVisible();
  expect(screen.getByText('Message 21 of many')).toBeVisible();
  expect(screen.queryByText('Message 20 of many')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show older notifications' }));
  expect(await screen.findByText('Message 1 of many')).toBeVisible();
  expect(
    screen.queryByRole('button', { name: 'Show older notifications' }),
  ).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mark as read: Message 1 of many' }));
  expect(
    await screen.findByRole('button', { name: /^Data Security Reviewer\s*119$/ }),
  ).toBeVisible();
});

it('shows a text when there are no notifications', async () => {
  known = [];
  signInAs('Admin');
  renderPart(<NotificationsPage />);
  expect(await screen.findByText('No Notification')).toBeVisible();
});

it.each<[RoleName, string]>([
  ['Data Security Reviewer', '/datarequest?request_id=11'],
  ['Data Requester', '/requester/singlerequest?request_id=11'],
  ['Super User', '/datarequest/preview?request_id=11'],
])('marks as read and opens the request: %s', async (role, path) => {
  known = [makeNotification({ id: 3, message: 'Third', role })];
  signInAs(role);
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('button', { name: /^Third/ }));
  expect(screen.getByTestId('location')).toHaveTextContent(path);
  await waitFor(() => expect(marked).toEqual(['3']));
});

it('does not mark a read notification again, and names the role that can open its request', async () => {
  signInAs('Data Security Reviewer');
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('button', { name: /^Second/ }));
  expect(
    await screen.findByText('Switch to the role Data Requester to open this request.'),
  ).toBeVisible();
  expect(marked).toEqual([]);
});

it('marks one notification as read without navigating', async () => {
  signInAs('Data Security Reviewer');
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('button', { name: 'Mark as read: Third' }));
  expect(await screen.findByRole('button', { name: /^Third.*Attended$/ })).toBeVisible();
  await waitFor(() => expect(marked).toEqual(['3']));
  expect(screen.queryByRole('button', { name: /^Mark as read/ })).not.toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/$/);
});

it('marks all notifications of a group as read', async () => {
  known = [
    makeNotification({ id: 5, message: 'Fifth' }),
    makeNotification({ id: 4, message: 'Fourth', role: 'Data Requester' }),
    makeNotification({ id: 3, message: 'Third' }),
  ];
  signInAs('Data Security Reviewer');
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('tab', { name: 'Unread' }));
  await user.click(
    await screen.findByRole('button', { name: 'Mark all of Data Security Reviewer as read' }),
  );
  await waitFor(() => expect(screen.queryByText('Fifth')).not.toBeInTheDocument());
  expect(screen.queryByText('Third')).not.toBeInTheDocument();
  expect(screen.getByText('Fourth')).toBeVisible();
  expect(marked).toEqual(['Data Security Reviewer']);
});

it('reverts the mark when the server refuses it', async () => {
  server.use(http.patch(url('notifications/:id'), () => refuse(503, 'The database rests')));
  signInAs('Data Security Reviewer');
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('button', { name: 'Mark as read: Third' }));
  expect(await screen.findByText('The database rests')).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Third.*Unattended/ })).toBeVisible();
});

it.each<[string, RoleName, string]>([
  ['registered', 'Admin', '/admin/users'],
  ['role_requested', 'Admin', '/admin/rolesrequests'],
  ['role_requested', 'Super User', '/superuser/organisation'],
  ['super_user_changed', 'Super User', '/superuser/organisation'],
])('opens the screen that handles %s for a %s', async (kind, role, path) => {
  known = [makeNotification({ id: 3, message: 'Third', role, kind, request_id: null })];
  signInAs(role);
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('button', { name: /^Third/ }));
  expect(screen.getByTestId('location')).toHaveTextContent(path);
});

it('opens the roles for a notification about an own role, in any current role', async () => {
  known = [makeNotification({ role: 'Org User', kind: 'role_granted', request_id: null })];
  signInAs('Data Officer');
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('button', { name: /^Data Request DAC0011/ }));
  expect(screen.getByTestId('location')).toHaveTextContent('/orguser/requestRole');
});
