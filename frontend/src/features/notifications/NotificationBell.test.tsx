import { screen, waitFor, within } from '@testing-library/react';
import { http, ws } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { makeNotification } from '@/testing/reviewFactories';
import { answerNotifications, server, url } from '@/testing/server';
import { NotificationBell } from './NotificationBell';
import NotificationsPage from './NotificationsPage';

const live = ws.link('ws://localhost:3000/ws/notifications');
let push: (message: object) => void;
const heard: unknown[] = [];

beforeEach(() => {
  heard.length = 0;
  signInAs('Data Security Reviewer');
  server.use(
    http.get(url('notifications/user-notifications'), () => answerNotifications([])),
    live.addEventListener('connection', ({ client }) => {
      push = (message) => client.send(JSON.stringify(message));
      client.addEventListener('message', ({ data }) => {
        heard.push(data);
        push({ type: 'notifications', notifications: [makeNotification({ message: 'Old' })] });
      });
    }),
  );
});

it.each([
  [99, '99'],
  [100, '100'],
  [101, '100+'],
])('shows %i unread notifications as %s on the badge and in its label', async (count, shown) => {
  const all = Array.from({ length: count }, (_, id) =>
    makeNotification({ id, role: id > 97 ? 'Data Custodian' : 'Data Security Reviewer' }),
  );
  server.use(
    http.get(url('notifications/user-notifications'), () =>
      answerNotifications(all.slice(0, 90), { known: all }),
    ),
    live.addEventListener('connection', ({ client }) => {
      // A list of a hundred may be incomplete, so the client asks for the count.
      client.addEventListener('message', () =>
        client.send(
          JSON.stringify({ type: 'notifications', notifications: Array(100).fill(all[0]) }),
        ),
      );
    }),
  );
  const { user } = renderPart(<NotificationBell userId={7} />);
  const bell = await screen.findByRole('button', { name: `${shown} unread notifications` });
  expect(within(bell).getByText(shown, { selector: '.MuiBadge-badge' })).toBeInTheDocument();
  await user.click(bell);
  const popover = screen.getByRole('dialog', { name: 'Notifications' });
  expect(
    within(popover).getByRole('button', { name: /^Data Security Reviewer\s*98$/ }),
  ).toBeVisible();
  expect(
    within(popover).getByRole('button', { name: new RegExp(`^Data Custodian\\s*${count - 98}$`) }),
  ).toBeVisible();
  expect(
    within(popover).getByText('These notifications are older than the ones shown here.'),
  ).toBeVisible();
});

it('identifies the user, shows unread notifications, and adds pushed ones', async () => {
  const { user } = renderPart(<NotificationBell userId={7} />);
  expect(await screen.findByRole('button', { name: '1 unread notification' })).toBeVisible();
  expect(heard).toEqual([JSON.stringify({ user_id: 7, token: 'token-of-naledi' })]);

  push({
    type: 'notification.created',
    notifications: [makeNotification({ id: 2, message: 'New', role: 'Data Custodian' })],
  });
  expect(await screen.findByText('New')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: '2 unread notifications' }));
  const popover = screen.getByRole('dialog', { name: 'Notifications' });
  expect(within(popover).getByRole('button', { name: /^Data Custodian\s*1$/ })).toBeVisible();
  expect(within(popover).getByRole('button', { name: /^Old/ })).toBeVisible();
  expect(within(popover).getByRole('link', { name: 'See All' })).toHaveAttribute(
    'href',
    '/notifications',
  );
});

it('neither counts nor announces an own act, which arrives read', async () => {
  renderPart(<NotificationBell userId={7} />);
  await screen.findByRole('button', { name: '1 unread notification' });
  push({
    type: 'notification.created',
    notifications: [
      makeNotification({ id: 2, message: 'You submitted', kind: 'submitted', read: true }),
      makeNotification({ id: 3, message: 'Approved', kind: 'stage_approved' }),
    ],
  });
  expect(await screen.findByText('Approved')).toBeVisible();
  expect(screen.getByRole('button', { name: '2 unread notifications' })).toBeVisible();
  expect(screen.queryByText('You submitted')).not.toBeInTheDocument();
});

it('does not count a pushed notification that is already in the list', async () => {
  renderPart(<NotificationBell userId={7} />);
  await screen.findByRole('button', { name: '1 unread notification' });
  push({ type: 'notification.created', notifications: [makeNotification({ message: 'Again' })] });
  await screen.findByText('Again');
  expect(screen.getByRole('button', { name: '1 unread notification' })).toBeVisible();
});

describe('notifications that another tab has marked as read', () => {
  const known = [
    makeNotification({ id: 2, message: 'Second' }),
    makeNotification({ id: 1, message: 'First' }),
  ];
  let unread = known;
  let hold: Promise<void> | undefined;

  beforeEach(() => {
    unread = known;
    hold = undefined;
    server.use(
      http.get(url('notifications/user-notifications'), async () => {
        const answered = unread;
        await hold;
        return answerNotifications(answered);
      }),
      http.get(url('notifications/all-user-notifications'), () =>
        answerNotifications(known.map((one) => ({ ...one, read: !unread.includes(one) }))),
      ),
      live.addEventListener('connection', ({ client }) => {
        push = (message) => client.send(JSON.stringify(message));
        client.addEventListener('message', () =>
          push({ type: 'notifications', notifications: known }),
        );
      }),
    );
  });

  it('disappear from the badge and the popover at once', async () => {
    const { user } = renderPart(<NotificationBell userId={7} />);
    await user.click(await screen.findByRole('button', { name: '2 unread notifications' }));
    const popover = screen.getByRole('dialog', { name: 'Notifications' });
    expect(within(popover).getByText('Second')).toBeVisible();
    unread = known.slice(1);
    push({ type: 'notifications.read' });
    await waitFor(() => expect(within(popover).queryByText('Second')).not.toBeInTheDocument());
    expect(within(popover).getByText('First')).toBeVisible();
    expect(screen.getByText('1', { selector: '.MuiBadge-badge' })).toBeInTheDocument();
    unread = [];
    push({ type: 'notifications.read' });
    expect(await within(popover).findByText('No Notification')).toBeVisible();
  });

  it('are Attended on the page', async () => {
    renderPart(
      <>
        <NotificationBell userId={7} />
        <NotificationsPage />
      </>,
    );
    expect(await screen.findByRole('button', { name: /^Second.*Unattended/ })).toBeVisible();
    await screen.findByRole('button', { name: '2 unread notifications' });
    unread = known.slice(1);
    push({ type: 'notifications.read' });
    expect(await screen.findByRole('button', { name: /^Second.*Attended$/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /^First.*Unattended/ })).toBeVisible();
    expect(await screen.findByRole('button', { name: '1 unread notification' })).toBeVisible();
  });

  it('are up to date when a new notification arrives during the refresh', async () => {
    renderPart(<NotificationBell userId={7} />);
    await screen.findByRole('button', { name: '2 unread notifications' });
    let letGo = () => {};
    hold = new Promise((resolve) => (letGo = resolve));
    unread = [];
    push({ type: 'notifications.read' });
    const third = makeNotification({ id: 3, message: 'Third' });
    unread = [third];
    push({ type: 'notification.created', notifications: [third] });
    await screen.findByText('Third');
    letGo();
    expect(await screen.findByRole('button', { name: '1 unread notification' })).toBeVisible();
  });
});
