import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { session } from '@/api/session';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { variableSelection } from '@/lib/variableSelection';
import { formAnswers } from './testing';

async function fillAndSubmit(user: ReturnType<typeof renderApp>['user']) {
  const dialog = await screen.findByRole('dialog', { name: 'Sign In' });
  await user.type(within(dialog).getByLabelText(/Email or phone/), 'naledi@university.example');
  await user.type(within(dialog).getByLabelText(/^Password/), 'Secret-2026!');
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));
  return dialog;
}

function signInAnswers(account = makeUser()) {
  server.use(
    http.post(url('users/signin'), () => answer(null, { user: account })),
    http.get(url('users/detailuser'), () => answer(account, { user: account })),
    http.get(url('data_dictionary/data_sources'), () => answerList([])),
  );
}

it('asks for username and password', async () => {
  const { user } = renderApp('/login');
  const dialog = await screen.findByRole('dialog', { name: 'Sign In' });
  await user.click(within(dialog).getByRole('button', { name: 'Sign In' }));
  expect(await within(dialog).findByText('Username is required')).toBeVisible();
  expect(within(dialog).getByText('Password is required')).toBeVisible();
});

it("shows the server's message for a 401 and keeps the input", async () => {
  server.use(
    http.post(url('users/signin'), () =>
      refuse(401, 'Invalid username or password.', { reason: 'wrong_credentials' }),
    ),
  );
  const { user } = renderApp('/login');
  const dialog = await fillAndSubmit(user);
  expect(await within(dialog).findByText('Invalid username or password.')).toBeVisible();
  expect(within(dialog).getByRole('alert')).toHaveClass('MuiAlert-colorWarning');
  expect(within(dialog).getByLabelText(/Email or phone/)).toHaveValue('naledi@university.example');
  expect(session.get()).toBeNull();
});

it('shows "Request Failed" for any other refusal', async () => {
  server.use(
    http.post(url('users/signin'), () => refuse(500, 'inner words', { reason: 'internal' })),
  );
  const { user } = renderApp('/login');
  const dialog = await fillAndSubmit(user);
  expect(await within(dialog).findByText('Request Failed')).toBeVisible();
});

it('selects the activated role with the lowest rank, and no pending one', async () => {
  signInAnswers(
    makeUser({
      assigned_roles: [
        makeRole('Data Requester'),
        makeRole('Admin'),
        makeRole('Super User', 'Pending'),
      ],
    }),
  );
  const { user } = renderApp('/login');
  await fillAndSubmit(user);
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/admin/home'));
  expect(await screen.findByTestId('active-role')).toHaveTextContent('Admin');
});

it('leads a requester with a pending submission to the request form', async () => {
  variableSelection.markSubmissionPending(true);
  signInAnswers();
  const { user } = renderApp('/login');
  await fillAndSubmit(user);
  await waitFor(() =>
    expect(screen.getByTestId('location')).toHaveTextContent('/requester/submitrequest'),
  );
});

it('leads a user without a role to the page for requesting one', async () => {
  signInAnswers(makeUser({ assigned_roles: [] }));
  const { user } = renderApp('/login');
  await fillAndSubmit(user);
  expect(await screen.findByRole('heading', { name: 'Request Role' })).toBeVisible();
  expect(await screen.findByText('You have not requested any roles')).toBeVisible();
});

it('offers the accounts of a demonstration and signs in with one', async () => {
  signInAnswers(makeUser({ assigned_roles: [makeRole('Admin')] }));
  server.use(
    http.get(url('demo/accounts'), () =>
      answer([{ username: 'admin@aditus.example', role: 'Admin', password: 'Demo-2026!' }]),
    ),
  );
  const { user } = renderApp('/login');
  await user.click(await screen.findByRole('button', { name: /admin@aditus.example/ }));
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/admin/home'));
});

it('links to Sign Up and back', async () => {
  formAnswers();
  const { user } = renderApp('/home');
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }));
  const signUp = await screen.findByRole('dialog', { name: 'Sign Up' });
  await user.click(within(signUp).getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByRole('dialog', { name: 'Sign In' })).toBeVisible();
});
