import { screen, within } from '@testing-library/react';
import { http, ws } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderPart, signInAs } from '@/testing/render';
import { makeNotification } from '@/testing/reviewFactories';
import { answerList, server, url } from '@/testing/server';
import { badgeText, NotificationBell } from './NotificationBell';

const live = ws.link('ws://localhost:3000/ws/notifications');
let push: (message: object) => void;
const heard: unknown[] = [];

beforeEach(() => {
  heard.length = 0;
  signInAs('Data Security Reviewer');
  server.use(
    http.get(url('notifications/user-notifications'), () => answerList([])),
    live.addEventListener('connection', ({ client }) => {
      push = (message) => client.send(JSON.stringify(message));
      client.addEventListener('message', ({ data }) => {
        heard.push(data);
        push({ type: 'notifications', notifications: [makeNotification({ message: 'Old' })] });
      });
    }),
  );
});

it('counts to 100', () => {
  expect(badgeText(100)).toBe('100');
  expect(badgeText(101)).toBe('100+');
});

it('says who is there, shows the unread ones, and takes up what is pushed', async () => {
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

it('does not count what is pushed twice', async () => {
  renderPart(<NotificationBell userId={7} />);
  await screen.findByRole('button', { name: '1 unread notification' });
  push({ type: 'notification.created', notifications: [makeNotification({ message: 'Again' })] });
  await screen.findByText('Again');
  expect(screen.getByRole('button', { name: '1 unread notification' })).toBeVisible();
});
