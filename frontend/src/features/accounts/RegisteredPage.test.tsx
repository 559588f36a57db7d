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

it('says who activates the account, and leads on to ask for a role', async () => {
  register();
  renderApp('/registeredSuccessfully');
  expect(
    await screen.findByText(/an administrator of the platform must activate your account/),
  ).toHaveTextContent('Village Research Group is not registered yet');
  expect(screen.queryByText(/organisation admin|admin of/)).not.toBeInTheDocument();
  expect(screen.getByText(/notified by e-mail/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Request a role' })).toHaveAttribute(
    'href',
    '/orguser/requestRole',
  );
});

it('leads who is activated home', async () => {
  register();
  const active = { ...pending, pending_activation: false };
  server.use(http.get(url('users/detailuser'), () => answer(active, { user: active })));
  renderApp('/registeredSuccessfully');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/orguser/'));
});

it('names the admin of an organisation that is registered', async () => {
  const known = { ...pending, tentative_organization: null };
  register(known);
  renderApp('/registeredSuccessfully');
  expect(
    await screen.findByText(/The organisation admin must activate your account/),
  ).toHaveTextContent(known.org.name);
});

it('leads home who is signed in, with what was picked before', async () => {
  register();
  variableSelection.markSubmissionPending(true);
  const { user } = renderApp('/registeredSuccessfully');
  await user.click(await screen.findByRole('link', { name: 'Back to Login Page' }));
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/home'));
  expect(session.get()).not.toBeNull();
  expect(variableSelection.isSubmissionPending()).toBe(true);
});

it('is open to a guest, who can only sign in', async () => {
  renderApp('/registeredSuccessfully');
  expect(await screen.findByRole('link', { name: 'Back to Login Page' })).toHaveAttribute(
    'href',
    '/login',
  );
  expect(screen.queryByRole('link', { name: 'Request a role' })).not.toBeInTheDocument();
});
