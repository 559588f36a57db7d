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

function register() {
  server.use(
    http.get(url('users/detailuser'), () => answer(pending, { user: pending })),
    http.post(url('users/signout'), () => answer(null)),
    http.get(url('data_dictionary/data_sources'), () => answer([])),
  );
  session.begin(pending, 'token');
}

it('says who activates the account, and leads on to ask for a role', async () => {
  register();
  renderApp('/registeredSuccessfully');
  expect(
    await screen.findByText(/The organisation admin must activate your account/),
  ).toHaveTextContent('Village Research Group');
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

it('goes back to the login page, and keeps what was picked before', async () => {
  register();
  variableSelection.markSubmissionPending(true);
  const { user } = renderApp('/registeredSuccessfully');
  await user.click(await screen.findByRole('button', { name: 'Back to Login Page' }));
  expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeVisible();
  expect(session.get()).toBeNull();
  expect(variableSelection.isSubmissionPending()).toBe(true);
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/login'));
});

it('is open to a guest, who can only sign in', async () => {
  renderApp('/registeredSuccessfully');
  expect(await screen.findByRole('link', { name: 'Back to Login Page' })).toHaveAttribute(
    'href',
    '/login',
  );
  expect(screen.queryByRole('link', { name: 'Request a role' })).not.toBeInTheDocument();
});
