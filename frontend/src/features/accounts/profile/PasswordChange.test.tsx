import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';

const CHOSEN = 'Quiet-River-7!-Lantern';

async function choose(password: string, again = password) {
  signInAs('Data Analyst');
  const { user } = renderApp('/profile?section=security');
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your password' }));
  const fields = ['New Password', 'Confirm Password'].map((name) =>
    dialog.getByLabelText(new RegExp(`^${name}`)),
  );
  await user.type(fields[0] as HTMLElement, password);
  await user.type(fields[1] as HTMLElement, again);
  await user.click(dialog.getByRole('button', { name: 'Change password' }));
  return { user, dialog, fields };
}

it('does not send a weak password or two different passwords', async () => {
  const { dialog } = await choose('short', CHOSEN);
  expect(await dialog.findByText('Password and Confirm Password should be equal')).toBeVisible();
  expect(dialog.getAllByText('Minimum 8 characters required').length).toBeGreaterThan(1);
});

it('shows why the server refused, and keeps the input', async () => {
  server.use(
    http.put(url('users/password'), () =>
      refuse(400, 'This is your current password. Choose another one.', {
        errors: { password: ['This is your current password. Choose another one.'] },
      }),
    ),
  );
  const { dialog, fields } = await choose(CHOSEN);
  expect(await dialog.findByText(/^This is your current password/)).toBeVisible();
  expect(fields[0]).toHaveFocus();
  expect(fields[0]).toHaveValue(CHOSEN);
});

it('asks for the current password, sends the new one again, and closes', async () => {
  const calls: string[] = [];
  server.use(
    http.post(url('users/confirm-password'), () => {
      calls.push('confirm');
      return answer(null);
    }),
    http.put(url('users/password'), async ({ request }) => {
      const { password } = (await request.json()) as { password: string };
      calls.push(password);
      return calls.includes('confirm')
        ? answer(null, { message: 'Your password is changed.' })
        : refuse(403, 'Enter your password to continue.', { code: 607, reason: 'password_needed' });
    }),
  );
  const { user } = await choose(CHOSEN);
  const present = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  await user.type(present.getByLabelText(/^Your password/), 'Demo-2026!{Enter}');
  expect(await screen.findByText('Your password is changed.')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(calls).toEqual([CHOSEN, 'confirm', CHOSEN]);
});
