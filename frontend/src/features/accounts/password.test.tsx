import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { renderApp, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { forgetForms } from './testing';

afterEach(forgetForms);

const needed = () =>
  refuse(403, 'Enter your password to continue.', { code: 607, reason: 'password_needed' });

/** A server that sends a code only after the password "right" was confirmed. */
function asksForPassword() {
  const calls: string[] = [];
  let confirmed = false;
  server.use(
    http.post(url('users/duplicate-email'), () => answer(null, { state: false })),
    http.post(url('users/confirm-password'), async ({ request }) => {
      const { password } = (await request.json()) as { password: string };
      calls.push(`password ${password}`);
      if (password !== 'right')
        return refuse(401, 'Invalid Password', { reason: 'wrong_password' });
      confirmed = true;
      return answer(null);
    }),
    http.post(url('users/setting-otp'), async ({ request }) => {
      const { org_email: address } = (await request.json()) as { org_email: string };
      calls.push(address);
      if (!confirmed) return needed();
      return answer(new Date().toISOString(), { message: 'OTP sent successfully' });
    }),
  );
  return calls;
}

async function askForCode() {
  signInAs('Data Analyst');
  const { user } = renderApp('/profile?tab=email');
  await user.type(await screen.findByLabelText(/New Email Address/), 'naledi@new.example');
  await user.click(screen.getByRole('button', { name: 'Send OTP' }));
  return { user, dialog: await screen.findByRole('dialog', { name: 'Enter your password' }) };
}

it('asks for the password if the server requires it, and continues with the input', async () => {
  const calls = asksForPassword();
  const { user, dialog } = await askForCode();
  await user.type(screen.getByLabelText(/^Your password/), 'wrong{Enter}');
  expect(await screen.findByText('Invalid Password')).toBeVisible();
  await user.clear(screen.getByLabelText(/^Your password/));
  await user.type(screen.getByLabelText(/^Your password/), 'right{Enter}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await screen.findByLabelText(/OTP/)).toBeVisible();
  expect(calls).toEqual([
    'naledi@new.example',
    'password wrong',
    'password right',
    'naledi@new.example',
  ]);
});

it('leaves the form unchanged if the password is not confirmed', async () => {
  const calls = asksForPassword();
  const { user } = await askForCode();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Enter your password to continue.')).toBeVisible();
  expect(screen.getByLabelText(/New Email Address/)).toHaveValue('naledi@new.example');
  expect(calls).toEqual(['naledi@new.example']);
});
