import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Notification } from '@/api/models';
import type { RoleName } from '@/lib/roles';
import { renderPart, signInAs } from '@/testing/render';
import { makeNotification } from '@/testing/reviewFactories';
import { answer, answerList, server, url } from '@/testing/server';
import { byRole } from './grouping';
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
    http.get(url('notifications/all-user-notifications'), () => answerList(known)),
    http.get(url('notifications/user-notifications'), () =>
      answerList(known.filter(({ read }) => !read)),
    ),
    http.patch(url('notifications/:id'), ({ params }) => {
      marked.push(String(params.id));
      known = known.map((one) => (String(one.id) === params.id ? { ...one, read: true } : one));
      return answer(null);
    }),
  );
});

it('groups by role in the order of the newest', () => {
  expect(byRole(known).map(([role, group]) => [role, group.map(({ id }) => id)])).toEqual([
    ['Data Security Reviewer', [3, 1]],
    ['Data Requester', [2]],
  ]);
});

it('shows groups with counts, and which ones are attended', async () => {
  signInAs('Data Security Reviewer');
  renderPart(<NotificationsPage />);
  expect(await screen.findByRole('button', { name: /^Data Security Reviewer\s*2$/ })).toBeVisible();
  const list = screen.getByRole('list', { name: 'Data Security Reviewer' });
  expect(within(list).getByRole('button', { name: /Third.*Unattended/ })).toBeVisible();
  expect(within(list).getByRole('button', { name: /First.*Attended/ })).toBeVisible();
});

it('has a tab for the unread and one for the read', async () => {
  signInAs('Data Security Reviewer');
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('tab', { name: 'Unread' }));
  expect(await screen.findByText('Third')).toBeVisible();
  expect(screen.queryByText('First')).not.toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Read' }));
  expect(await screen.findByText('First')).toBeVisible();
  expect(screen.queryByText('Third')).not.toBeInTheDocument();
});

it('says that there is none', async () => {
  known = [];
  signInAs('Admin');
  renderPart(<NotificationsPage />);
  expect(await screen.findByText('No Notification')).toBeVisible();
});

it.each<[RoleName, string]>([
  ['Data Security Reviewer', '/datarequest?request_id=11'],
  ['Data Requester', '/requester/singlerequest?request_id=11'],
  ['Super User', '/datarequest/preview?request_id=11'],
])('marks as read and leads to the request: %s', async (role, path) => {
  known = [makeNotification({ id: 3, message: 'Third', role })];
  signInAs(role);
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('button', { name: /Third/ }));
  expect(screen.getByTestId('location')).toHaveTextContent(path);
  await waitFor(() => expect(marked).toEqual(['3']));
});

it('does not mark again, and stays where the role in use has no such screen', async () => {
  signInAs('Data Security Reviewer');
  const { user } = renderPart(<NotificationsPage />);
  await user.click(await screen.findByRole('button', { name: /Second/ }));
  expect(
    await screen.findByText('Switch to the role Data Requester to open this request.'),
  ).toBeVisible();
  expect(marked).toEqual([]);
});
