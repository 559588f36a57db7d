import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/api/session';
import { makeUser } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, server, url } from '@/testing/server';

beforeEach(() => {
  const account = makeUser({ org_email: null, assigned_roles: [] });
  session.begin(account, 'token');
  server.use(http.get(url('users/detailuser'), () => answer(account, { user: account })));
});

const dialog = () => screen.findByRole('dialog', { name: 'Email Alert' });

it('alerts an account without an email address on every navigation', async () => {
  const { user } = renderApp('/contact-us');
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click((await screen.findAllByRole('link', { name: /About/ }))[0]!);
  expect(await dialog()).toBeVisible();
});

it('opens the page on which an address is added', async () => {
  const { user } = renderApp('/contact-us');
  await user.click(within(await dialog()).getByRole('button', { name: 'OK' }));
  expect(await screen.findByRole('heading', { name: 'Add Email' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
