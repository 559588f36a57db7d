import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderApp } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { forgetForms, formAnswers } from './testing';
import { verification } from './verification';

beforeEach(formAnswers);
afterEach(forgetForms);

async function open() {
  const { user } = renderApp('/forgotPassword');
  const email = await screen.findByLabelText(/^Email/);
  return {
    user,
    email,
    fill: async (address = 'a.namara@mak.ac.ug', confirm = 'Secret-2026') => {
      for (const [field, text] of [
        [email, address],
        [screen.getByLabelText(/^New Password/), 'Secret-2026'],
        [screen.getByLabelText(/^Confirm Password/), confirm],
      ] as const) {
        await user.click(field);
        await user.paste(text);
      }
      await user.click(screen.getByRole('button', { name: 'Reset' }));
    },
  };
}

it('asks for address and password', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('Email is required')).toBeVisible();
  expect(screen.getByText('Password is required')).toBeVisible();
});

it('refuses an invalid address and unequal passwords', async () => {
  const { fill } = await open();
  await fill('agnes at mak', 'Secret-2027');
  expect(await screen.findByText('Email is invalid')).toBeVisible();
  expect(screen.getByText('Password and Confirm Password should be equal')).toBeVisible();
});

it('shows the advice on a weak password, and sends no code for it', async () => {
  const advice = 'This password is too easy to guess. Add another word or two.';
  const judged: unknown[] = [];
  server.use(
    http.post(url('users/password-strength'), async ({ request }) => {
      judged.push(await request.json());
      return answer(null, { state: false, result_message: advice });
    }),
  );
  const { fill, email } = await open();
  await fill();
  expect(await screen.findByText(advice)).toBeVisible();
  expect(screen.getByLabelText(/^New Password/)).toHaveFocus();
  expect(email).toHaveValue('a.namara@mak.ac.ug');
  expect(judged).toEqual([{ password: 'Secret-2026', org_email: 'a.namara@mak.ac.ug' }]);
});

it('sends only the address with the request for a code, and opens the page for the code', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(url('users/forgot-password'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({
        code: 200,
        message: 'If there is an account with this email address, an OTP was sent to it.',
        data: new Date().toISOString(),
      });
    }),
  );
  const { fill } = await open();
  await fill();
  expect(await screen.findByRole('heading', { name: 'Verify Account' })).toBeVisible();
  expect(screen.getByText(/^If there is an account with the address/)).toBeVisible();
  expect(sent).toEqual([{ username: 'a.namara@mak.ac.ug' }]);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret-2026');
});

it.each([
  [503, 'Failed!', { code: 606, reason: 'code_not_sent' }, 'Failed!'],
  [429, 'Wait 20 seconds.', { reason: 'too_many_requests' }, 'Wait 20 seconds.'],
])('shows "Failed!" if no code was sent: %i', async (status, message, extra, shown) => {
  server.use(http.post(url('users/forgot-password'), () => refuse(status, message, extra)));
  const { fill, email } = await open();
  await fill();
  expect(await screen.findByText('Failed!')).toBeVisible();
  expect(screen.getByText(shown)).toBeVisible();
  expect(email).toHaveValue('a.namara@mak.ac.ug');
});

it('links to Sign In, which links back', async () => {
  const { user } = await open();
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign In' }));
  const link = await screen.findByRole('link', { name: 'Forgot password?' });
  expect(link).toHaveAttribute('href', '/forgotPassword');
  await user.click(link);
  expect(await screen.findByRole('heading', { name: 'Forgot Password' })).toBeVisible();
});

it('uses an earlier code that is still valid', async () => {
  verification.begin('reset', {
    subject: 'a.namara@mak.ac.ug',
    sentAt: new Date(Date.now() - 10_000).toISOString(),
  });
  const { user, email } = await open();
  expect(email).toHaveValue('a.namara@mak.ac.ug');
  for (const label of [/^New Password/, /^Confirm Password/]) {
    await user.click(screen.getByLabelText(label));
    await user.paste('Secret-2026');
  }
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('An OTP was already sent. Verify using that OTP')).toBeVisible();
  expect(await screen.findByText(/^OTP Expires in: 4:/)).toBeVisible();
});
