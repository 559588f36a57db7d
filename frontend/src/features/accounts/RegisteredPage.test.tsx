import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { session } from '@/api/session';
import { variableSelection } from '@/lib/variableSelection';
import { makeUser } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, server, url } from '@/testing/server';

const pending = makeUser({
  assigned_roles: [],
  pending_activation: true,
  tentative_organization: 'Village Research Group',
});

function register(user = pending) {
  server.use(
    http.get(url('users/detailuser'), () => answer(user, { user })),
    http.get(url('data_dictionary/data_sources'), () => answer([])),
  );
  session.begin(user, 'token');
}

it('names the person who activates the account, and links to requesting a role', async () => {
  register();
  renderApp('/registeredSuccessfully');
  expect(
    await screen.findByText(/An administrator of the platform must activate your account/),
  ).toHaveTextContent('Village Research Group is not registered yet');
  expect(screen.queryByText(/organisation admin|admin of/)).not.toBeInTheDocument();
  expect(screen.getByText(/notified by email/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Request a role' })).toHaveAttribute(
    'href',
    '/orguser/requestRole',
  );
});

it('redirects an activated user to their home page', async () => {
  register();
  const active = { ...pending, pending_activation: false };
  server.use(http.get(url('users/detailuser'), () => answer(active, { user: active })));
  renderApp('/registeredSuccessfully');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/orguser/'));
});

it('names the admin of a registered organisation', async () => {
  const known = { ...pending, tentative_organization: null };
  register(known);
  renderApp('/registeredSuccessfully');
  expect(
    await screen.findByText(/The organisation admin must activate your account/),
  ).toHaveTextContent(known.org.name);
});

it('leads a signed-in user home and keeps the pending submission', async () => {
  register();
  variableSelection.markSubmissionPending(true);
  const { user } = renderApp('/registeredSuccessfully');
  await user.click(await screen.findByRole('link', { name: 'Back to Login Page' }));
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/home'));
  expect(session.get()).not.toBeNull();
  expect(variableSelection.isSubmissionPending()).toBe(true);
});

it('lets a guest open the page, with a link to sign in only', async () => {
  renderApp('/registeredSuccessfully');
  expect(await screen.findByRole('link', { name: 'Back to Login Page' })).toHaveAttribute(
    'href',
    '/login',
  );
  expect(screen.queryByRole('link', { name: 'Request a role' })).not.toBeInTheDocument();
});
