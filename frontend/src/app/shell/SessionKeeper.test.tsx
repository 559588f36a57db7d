import { screen, waitFor } from '@testing-library/react';
import { http, ws } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { User } from '@/api/models';
import { session } from '@/api/session';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';

const live = ws.link('ws://localhost:3000/ws/notifications');
let push: (message: object) => void;
let hangUp: (code: number) => void;
let user: User;
let connected: Promise<void>;

beforeEach(() => {
  connected = new Promise((resolve) => {
    server.use(
      live.addEventListener('connection', ({ client }) => {
        push = (message) => client.send(JSON.stringify(message));
        hangUp = (code) => client.close(code);
        client.addEventListener('message', () => {
          push({ type: 'notifications', notifications: [] });
          resolve();
        });
      }),
    );
  });
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user })),
    http.get(url('notifications/all-user-notifications'), () => answerList([])),
  );
});

it('opens the home of the next role when the current one is withdrawn', async () => {
  user = makeUser({ assigned_roles: [makeRole('Admin'), makeRole('Data Analyst')] });
  session.begin(user, 'token-of-naledi');
  renderApp('/notifications');
  expect(await screen.findByTestId('active-role')).toHaveTextContent('Admin');
  await connected;
  user = makeUser({ assigned_roles: [makeRole('Admin', 'Revoked'), makeRole('Data Analyst')] });
  push({ type: 'roles.changed' });
  expect(
    await screen.findByText(
      'Your role Admin can no longer be used. You are now working as Data Analyst.',
    ),
  ).toBeVisible();
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/analyst/home'));
  expect(screen.getByTestId('active-role')).toHaveTextContent('Data Analyst');
});

it('opens the page for role requests when the only role is withdrawn', async () => {
  user = makeUser({ assigned_roles: [makeRole('Data Analyst')] });
  session.begin(user, 'token-of-naledi');
  renderApp('/analyst/home');
  await connected;
  user = makeUser({ assigned_roles: [makeRole('Data Analyst', 'Deactivated')] });
  push({ type: 'roles.changed' });
  expect(await screen.findByRole('heading', { name: 'Request Role' })).toBeVisible();
  expect(
    await screen.findByText(
      'Your role Data Analyst can no longer be used. You can request another one.',
    ),
  ).toBeVisible();
});

it('selects the first granted role, and remains on the current screen', async () => {
  user = makeUser({ assigned_roles: [] });
  session.begin(user, 'token-of-naledi');
  renderApp('/orguser/requestRole');
  await connected;
  user = makeUser({ assigned_roles: [makeRole('Data Analyst')] });
  push({ type: 'roles.changed' });
  await waitFor(() => expect(screen.getByTestId('active-role')).toHaveTextContent('Data Analyst'));
  expect(screen.getByTestId('location')).toHaveTextContent('/orguser/requestRole');
});

it('leaves the home of accounts without a role when one is granted', async () => {
  user = makeUser({ assigned_roles: [] });
  session.begin(user, 'token-of-naledi');
  renderApp('/orguser/home');
  await connected;
  user = makeUser({ assigned_roles: [makeRole('Data Analyst')] });
  push({ type: 'roles.changed' });
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/analyst/home'));
});

it('loses the session when the server closes the websocket and refuses the next call', async () => {
  user = makeUser({ assigned_roles: [makeRole('Data Analyst')] });
  signInAs('Data Analyst');
  renderApp('/analyst/home');
  await connected;
  server.use(
    http.get(url('notifications/user-notifications'), () =>
      refuse(401, 'Not signed in', {}, { 'WWW-Authenticate': 'Token' }),
    ),
  );
  hangUp(1008);
  expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(session.get()).toBeNull();
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/home'));
});
