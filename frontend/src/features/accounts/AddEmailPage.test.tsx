import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { session } from '@/api/session';
import { makeUser } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { forgetForms } from './testing';

const address = 'naledi@university.example';
let account = makeUser();

beforeEach(() => {
  account = makeUser({ org_email: null, email_is_verified: false });
  session.begin(account, 'token');
  server.use(
    http.get(url('users/detailuser'), () => answer(account, { user: account })),
    http.post(url('users/duplicate-email'), () =>
      answer({ state: false, result_message: '' }, { state: false, result_message: '' }),
    ),
    http.get(url('data_dictionary/data_sources'), () => answerList([])),
    http.post(url('users/setting-otp'), () => sent('OTP sent successfully')),
  );
});
afterEach(forgetForms);

const sent = (message: string, age = 0) =>
  HttpResponse.json({ code: 200, message, data: new Date(Date.now() - age).toISOString() });

async function open() {
  const { user } = renderApp('/addemail');
  await screen.findByRole('heading', { name: 'Add Email' });
  return {
    user,
    ask: async () => {
      await user.click(screen.getByLabelText(/^Email/));
      await user.paste(address);
      await user.click(screen.getByRole('button', { name: 'Send OTP' }));
    },
    verify: async (code: string) => {
      const field = await screen.findByLabelText(/^OTP/);
      if (code) {
        await user.click(field);
        await user.paste(code);
      }
      await user.click(screen.getByRole('button', { name: 'VERIFY' }));
    },
  };
}

it('asks a user without an email address for one, and opens no dialog on this page', async () => {
  const { user } = await open();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  expect(await screen.findByText('Email is required')).toBeVisible();
});

it('verifies the address, stores it and opens the home page', async () => {
  const calls: unknown[] = [];
  server.use(
    http.post(url('users/verify-otp'), async ({ request }) => {
      calls.push(await request.json());
      return answer(null);
    }),
    http.patch(url('users/update-user-email'), async ({ request }) => {
      calls.push(await request.json());
      account = { ...account, org_email: address, email_is_verified: true };
      return HttpResponse.json({
        code: 200,
        message: 'User email information updated successfully.',
      });
    }),
  );
  const { ask, verify } = await open();
  await ask();
  expect(await screen.findByText('OTP sent successfully')).toBeVisible();
  expect(await screen.findByText(/^OTP Expires in: [45]:/)).toBeVisible();
  await verify('');
  expect(await screen.findByText('The OTP Code is required')).toBeVisible();
  await verify('123456');
  expect(await screen.findByText('User email information updated successfully.')).toBeVisible();
  expect(calls).toEqual([
    { username: address, otp: '123456' },
    { org_email: address, email_is_verified: true },
  ]);
  await waitFor(() => expect(session.get()?.user.org_email).toBe(address));
  expect(screen.getByTestId('location')).toHaveTextContent('/addemail');
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/home'), {
    timeout: 8000,
  });
});

it.each([
  [
    500,
    'inner words',
    { reason: 'internal' },
    'Failed to send an otp to the entered email address.',
  ],
  [
    400,
    'x',
    {
      reason: 'invalid_fields',
      errors: { org_email: ['The Email Address is already register on Aditus'] },
    },
    'The Email Address is already register on Aditus',
  ],
  [429, 'Wait 20 seconds.', { reason: 'too_many_requests' }, 'Wait 20 seconds.'],
])('shows why no code was sent: %i %s', async (status, message, extra, shown) => {
  server.use(http.post(url('users/setting-otp'), () => refuse(status, message, extra)));
  const { ask } = await open();
  await ask();
  expect(await screen.findByText(shown)).toBeVisible();
  expect(screen.getByLabelText(/^Email/)).toHaveValue(address);
});

it.each([
  [400, 'invalid_fields', 'inner words', 'You have entered an incorrect otp. Please try again.'],
  [
    605,
    'code_unknown',
    'This OTP does not exist please try again',
    'This OTP does not exist please try again',
  ],
  [400, 'code_expired', 'OTP Expired', 'OTP Expired'],
])('shows why the code was refused: %i, %s, %s', async (code, reason, message, shown) => {
  server.use(http.post(url('users/verify-otp'), () => refuse(400, message, { code, reason })));
  const { ask, verify } = await open();
  await ask();
  await verify('123456');
  expect(await screen.findByText(shown)).toBeVisible();
});

it('reports that another account has the address meanwhile', async () => {
  const taken = 'This email is already registered by another user';
  server.use(
    http.post(url('users/verify-otp'), () => answer(null)),
    http.patch(url('users/update-user-email'), () =>
      refuse(409, taken, { reason: 'email_taken', errors: { org_email: [taken] } }),
    ),
  );
  const { ask, verify } = await open();
  await ask();
  await verify('123456');
  expect(await screen.findByText(taken)).toBeVisible();
});

it('sends another code and shows its recipient, or that it failed', async () => {
  server.use(http.post(url('users/setting-otp'), () => sent('OTP sent successfully', 301_000)));
  const { user, ask } = await open();
  await ask();
  const resend = await screen.findByRole('button', { name: 'Resend OTP' });
  server.use(
    http.post(url('users/setting-otp'), () => refuse(500, 'inner words', { reason: 'internal' })),
  );
  await user.click(resend);
  expect(await screen.findByText('Failed to resend OTP')).toBeVisible();
  server.use(http.post(url('users/setting-otp'), () => sent('x')));
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }));
  expect(await screen.findByText(`Sent an OTP to ${address}`)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.getByLabelText(/^Email/)).toHaveValue(address);
});
