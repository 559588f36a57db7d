import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/api/session';
import { catchDownloads } from '@/testing/downloads';
import { appSecret, makeRole, makeUser, recoveryCodes } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import { violationsOf } from '@/testing/violations';

const admin = makeUser({ assigned_roles: [makeRole('Admin')] });
const sent: unknown[] = [];

/** Answers the password with a sign-in that waits for a step. */
function waitsFor(step: 'enter_code' | 'set_up') {
  server.use(
    http.post(url('users/signin'), () =>
      answer({
        pending_token: 'pending-of-naledi',
        step,
        app: true,
        passkey: false,
        expires_on: '2027-01-01T12:10:00Z',
      }),
    ),
  );
}

beforeEach(() => {
  sent.length = 0;
  server.use(
    http.get(url('users/detailuser'), () => answer(admin, { user: admin })),
    http.post(url('users/signin/code'), async ({ request }) => {
      sent.push(await request.json());
      return answer(admin, { user: admin });
    }),
  );
});

async function enterPassword(path = '/login') {
  const { user } = renderApp(path);
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign In' }));
  await user.type(dialog.getByLabelText(/Email or phone/), 'naledi@university.example');
  await user.type(dialog.getByLabelText(/^Password/), 'Secret-2026!');
  await user.click(dialog.getByRole('button', { name: 'Sign In' }));
  return { user, dialog };
}

const codeField = () => screen.findByRole('textbox', { name: /^Code/ });

it('continues in the same dialog with the code of the app, and signs in', async () => {
  waitsFor('enter_code');
  const { user, dialog } = await enterPassword();
  const field = await codeField();
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  expect(field).toHaveAttribute('inputmode', 'numeric');
  expect(dialog.queryByLabelText(/^Password/)).not.toBeInTheDocument();
  expect(session.get()).toBeNull();
  expect(await violationsOf(screen.getByRole('dialog'))).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Sign In' }));
  expect(await dialog.findByText(/The code is required/)).toBeVisible();
  await user.type(field, ' 123 456{Enter}');
  await waitFor(() => expect(session.get()?.user.user_id).toBe(7));
  expect(sent).toEqual([{ pending_token: 'pending-of-naledi', code: '123 456' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/admin/home'));
});

it('accepts a recovery code instead', async () => {
  waitsFor('enter_code');
  const { user } = await enterPassword();
  await user.type(await codeField(), '12');
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const field = await screen.findByRole('textbox', { name: /^Recovery code/ });
  expect(field).toHaveFocus();
  expect(field).toHaveValue('');
  expect(field).toHaveAttribute('inputmode', 'text');
  await user.type(field, `${recoveryCodes[0]}{Enter}`);
  await waitFor(() => expect(session.get()).not.toBeNull());
  expect(sent).toEqual([{ pending_token: 'pending-of-naledi', code: recoveryCodes[0] }]);
});

it('says at the field how many attempts are left after a wrong code', async () => {
  waitsFor('enter_code');
  const message = 'This code is wrong. You can try 4 more times.';
  server.use(
    http.post(url('users/signin/code'), () =>
      refuse(400, message, {
        reason: 'code_wrong',
        params: { attempts_left: 4 },
        errors: { code: [message] },
      }),
    ),
  );
  const { user } = await enterPassword();
  const field = await codeField();
  await user.type(field, '123456{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
  expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  // The next code replaces it.
  await user.keyboard('7');
  expect(field).toHaveValue('7');
});

it.each([
  [
    'sign_in_ended',
    'This code is wrong. After 5 wrong codes this sign-in has ended. Enter your username and password again.',
  ],
  ['sign_in_expired', 'This sign-in took too long. Enter your username and password again.'],
])('begins again with the password after %s, and says why', async (reason, message) => {
  waitsFor('enter_code');
  server.use(http.post(url('users/signin/code'), () => refuse(401, message, { reason })));
  const { user, dialog } = await enterPassword();
  await user.type(await codeField(), '123456{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent(message);
  expect(dialog.getByLabelText(/Email or phone/)).toHaveValue('naledi@university.example');
  const password = dialog.getByLabelText(/^Password/);
  expect(password).toHaveValue('');
  await waitFor(() => expect(password).toHaveFocus());
  await user.type(password, 'Secret-2026!{Enter}');
  expect(await codeField()).toHaveValue('');
});

it('says how long to wait after too many wrong codes', async () => {
  waitsFor('enter_code');
  server.use(
    http.post(url('users/signin/code'), () =>
      refuse(429, 'Too many', { reason: 'too_many_requests' }, { 'Retry-After': '600' }),
    ),
  );
  const { user } = await enterPassword();
  await user.type(await codeField(), '123456{Enter}');
  expect(await screen.findByText('Too many attempts. Try again in 10 minutes.')).toBeVisible();
});

it('continues to the page of a link from a mail', async () => {
  waitsFor('enter_code');
  server.use(http.get(url('notifications/all-user-notifications'), () => answerList([])));
  const { user } = await enterPassword('/notifications?tab=unread&as=Admin');
  await user.type(await codeField(), '123456{Enter}');
  await waitFor(() =>
    expect(screen.getByTestId('location')).toHaveTextContent('/notifications?tab=unread'),
  );
});

function serveSetup(confirm: Parameters<typeof http.post>[1]) {
  server.use(
    http.post(url('users/signin/second-factor'), () => answer(appSecret)),
    http.post(url('users/signin/second-factor/confirm'), confirm),
  );
}

it('sets up the app that the role needs, and signs in once the codes are saved', async () => {
  waitsFor('set_up');
  const saved = catchDownloads();
  serveSetup(async ({ request }) => {
    sent.push(await request.json());
    return answer(admin, { user: admin, recovery_codes: recoveryCodes });
  });
  const { user, dialog } = await enterPassword();
  expect(await dialog.findByText(/^Your role needs a second factor\./)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Set up your app' }));
  expect(await dialog.findByText(appSecret.secret)).toBeVisible();
  expect(await dialog.findByRole('img', { name: /^QR code/ })).toBeVisible();
  expect(await violationsOf(screen.getByRole('dialog'))).toEqual([]);
  await user.type(await codeField(), '123456');
  await user.click(dialog.getByRole('button', { name: 'Confirm the app' }));

  const list = within(await dialog.findByRole('list', { name: 'Recovery codes' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(recoveryCodes);
  expect(sent).toEqual([{ pending_token: 'pending-of-naledi', code: '123456' }]);
  // The codes are shown once, so nothing but the button closes the dialog.
  expect(dialog.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText(/^Save the codes first\./)).toBeVisible();
  expect(session.get()).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Download the recovery codes' }));
  expect(saved).toEqual(['aditus-recovery-codes.txt']);
  await user.click(dialog.getByRole('checkbox', { name: 'I have saved them' }));
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.getByTestId('location')).toHaveTextContent('/admin/home'));
  expect(session.get()?.user.user_id).toBe(7);
});

it('begins the setup again if it has expired', async () => {
  waitsFor('set_up');
  const message = 'This setup has expired. Begin again, and scan the new QR code.';
  serveSetup(() => refuse(409, message, { reason: 'set_up_expired' }));
  const { user, dialog } = await enterPassword();
  await user.click(await dialog.findByRole('button', { name: 'Set up your app' }));
  await user.type(await codeField(), '123456{Enter}');
  expect(await dialog.findByText(message)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Set up your app' }));
  expect(await dialog.findByText(appSecret.secret)).toBeVisible();
});

it('leads back to the password if the sign-in expires before the setup', async () => {
  waitsFor('set_up');
  server.use(
    http.post(url('users/signin/second-factor'), () =>
      refuse(401, 'This sign-in took too long. Enter your username and password again.', {
        reason: 'sign_in_expired',
      }),
    ),
  );
  const { user, dialog } = await enterPassword();
  await user.click(await dialog.findByRole('button', { name: 'Set up your app' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('This sign-in took too long.');
  expect(dialog.getByLabelText(/^Password/)).toBeVisible();
});
