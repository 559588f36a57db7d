import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { SecondFactor } from '@/api/models';
import { catchDownloads } from '@/testing/downloads';
import { appSecret, makeSecondFactor, recoveryCodes } from '@/testing/factories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { violationsOf } from '@/testing/violations';
import { SecondFactorSection } from './SecondFactorSection';

const withApp = (changes: Partial<SecondFactor> = {}) =>
  makeSecondFactor({
    app_added_on: '2026-03-05T10:00:00Z',
    app_last_used_on: new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString(),
    recovery_codes_left: 7,
    recovery_codes_made_on: '2026-03-05T10:00:00Z',
    ...changes,
  });

let factor: SecondFactor;
const sent: unknown[] = [];

/** Answers a call and records its body. */
const take = (path: string, data: unknown, then: () => void = () => {}) =>
  http.post(url(path), async ({ request }) => {
    sent.push([path, await request.json()]);
    then();
    return answer(data, { message: 'Your authenticator app was removed.' });
  });

beforeEach(() => {
  factor = makeSecondFactor();
  sent.length = 0;
  signInAs('Data Access Reviewer');
  server.use(
    http.get(url('users/second-factor'), () => answer(factor)),
    take('users/second-factor', appSecret),
    take('users/second-factor/confirm', { recovery_codes: recoveryCodes }, () => {
      factor = withApp({ recovery_codes_left: 10 });
    }),
    take('users/second-factor/recovery-codes', { recovery_codes: recoveryCodes }, () => {
      factor = withApp({ recovery_codes_left: 10 });
    }),
    take('users/second-factor/remove', null, () => {
      factor = makeSecondFactor();
    }),
  );
});

const codeField = () => screen.findByRole('textbox', { name: /^Code/ });
const shown = (name: string) => screen.findByRole('dialog', { name });

it('sets up an app with a QR code or the secret, and shows the recovery codes once', async () => {
  const { user } = renderPart(<SecondFactorSection />);
  await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
  const setUp = within(await shown('Set up your authenticator app'));
  expect(setUp.getByText(appSecret.secret)).toBeVisible();
  expect(await setUp.findByRole('img', { name: /^QR code/ })).toBeVisible();
  expect(setUp.getByRole('button', { name: 'Copy the secret' })).toBeVisible();
  await user.type(await codeField(), '123456{Enter}');

  const dialog = within(await shown('Your recovery codes'));
  const list = within(dialog.getByRole('list', { name: 'Recovery codes' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(recoveryCodes);
  await user.click(dialog.getByRole('button', { name: 'Copy the recovery codes' }));
  expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'));
  const saved = catchDownloads();
  await user.click(dialog.getByRole('button', { name: 'Download the recovery codes' }));
  expect(saved).toEqual(['aditus-recovery-codes.txt']);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(dialog.getByText(/^Save the codes first\./)).toBeVisible();
  expect(dialog.getByRole('checkbox')).toHaveFocus();
  await user.click(dialog.getByRole('checkbox', { name: 'I have saved them' }));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  expect(sent).toEqual([
    ['users/second-factor', { current_code: '' }],
    ['users/second-factor/confirm', { code: '123456' }],
  ]);
  expect(await screen.findByText('10 codes left, made on 05 March 2026')).toBeVisible();
  expect(screen.queryByText(recoveryCodes[0])).not.toBeInTheDocument();
});

it('downloads the codes with the account in the file', async () => {
  const files: Blob[] = [];
  catchDownloads();
  URL.createObjectURL = (file: Blob) => {
    files.push(file);
    return 'blob:saved';
  };
  factor = withApp();
  const { user } = renderPart(<SecondFactorSection />);
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
  await user.type(await codeField(), '654321{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Download the recovery codes' }));
  const text = await files[0]!.text();
  expect(text).toContain('recovery codes of naledi.okafor@university.example, made on');
  expect(text.split('\r\n').slice(3, -1)).toEqual(recoveryCodes);
  expect(sent).toEqual([['users/second-factor/recovery-codes', { current_code: '654321' }]]);
});

it('asks for the password before the first setup', async () => {
  let confirmed = false;
  server.use(
    http.post(url('users/second-factor'), () =>
      confirmed
        ? answer(appSecret)
        : refuse(403, 'Enter your password to continue.', { code: 607, reason: 'password_needed' }),
    ),
    http.post(url('users/confirm-password'), () => {
      confirmed = true;
      return answer(null);
    }),
  );
  const { user } = renderPart(<SecondFactorSection />);
  await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
  await shown('Enter your password');
  await user.type(screen.getByLabelText(/^Your password/), 'Demo-2026!{Enter}');
  expect(await screen.findByText(appSecret.secret)).toBeVisible();
});

it('says that the code of a new app is wrong, and keeps the QR code', async () => {
  const message = 'This code is wrong. Check that the time of your device is right.';
  server.use(
    http.post(url('users/second-factor/confirm'), () =>
      refuse(400, message, { reason: 'code_wrong', errors: { code: [message] } }),
    ),
  );
  const { user } = renderPart(<SecondFactorSection />);
  await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
  await user.type(await codeField(), '123456{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
  expect(await codeField()).toHaveFocus();
  expect(screen.getByText(appSecret.secret)).toBeVisible();
});

it('says that a setup has expired, and offers to begin again', async () => {
  const message = 'This setup has expired. Begin again, and scan the new QR code.';
  server.use(
    http.post(url('users/second-factor/confirm'), () =>
      refuse(409, message, { reason: 'set_up_expired' }),
    ),
  );
  const { user } = renderPart(<SecondFactorSection />);
  await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
  await user.type(await codeField(), '123456{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Set up an app' }));
  expect(await screen.findByText(appSecret.secret)).toBeVisible();
  expect(screen.queryByText(message)).not.toBeInTheDocument();
});

it('shows when the app was set up and last used, and the codes left', async () => {
  factor = withApp();
  const { container } = renderPart(<SecondFactorSection />);
  expect(await screen.findByText(/^Set up on 05 March 2026, last used/)).toHaveTextContent(
    'Set up on 05 March 2026, last used 3 hours ago',
  );
  expect(screen.getByText('7 codes left, made on 05 March 2026')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Set up an app' })).not.toBeInTheDocument();
  expect(await violationsOf(container)).toEqual([]);
});

it.each([
  [2, 'You have 2 recovery codes left. Make new ones before you need them.'],
  [1, 'You have 1 recovery code left. Make new ones before you need them.'],
  [
    0,
    'You have no recovery codes left. Make new ones, so that you can sign in without your phone.',
  ],
])('warns if %i recovery codes are left', async (recovery_codes_left, message) => {
  factor = withApp({ recovery_codes_left });
  renderPart(<SecondFactorSection />);
  expect(await screen.findByText(message)).toBeVisible();
});

it('replaces the app by a code of the present one, and keeps the recovery codes', async () => {
  factor = withApp();
  server.use(take('users/second-factor/confirm', { recovery_codes: [] }));
  const { user } = renderPart(<SecondFactorSection />);
  await user.click(await screen.findByRole('button', { name: 'Set up another app' }));
  await shown('Set up another app');
  await user.type(await codeField(), '111111{Enter}');
  await shown('Set up your authenticator app');
  await user.type(await codeField(), '222222{Enter}');
  expect(await screen.findByText('Your authenticator app is set up.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([
    ['users/second-factor', { current_code: '111111' }],
    ['users/second-factor/confirm', { code: '222222' }],
  ]);
});

it('removes the app after a wrong code and the right one', async () => {
  factor = withApp();
  const message = 'This code is wrong, or was already used.';
  server.use(
    http.post(
      url('users/second-factor/remove'),
      () => refuse(400, message, { reason: 'code_wrong', errors: { current_code: [message] } }),
      { once: true },
    ),
  );
  const { user } = renderPart(<SecondFactorSection />);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = within(await shown('Remove your authenticator app'));
  const field = await codeField();
  await user.type(field, '111111{Enter}');
  expect(await dialog.findByText(message)).toBeVisible();
  expect(field).toBeInvalid();
  // The next code replaces the wrong one.
  await user.keyboard('222222{Enter}');
  expect(await screen.findByText('Your authenticator app was removed.')).toBeVisible();
  expect(sent).toEqual([['users/second-factor/remove', { current_code: '222222' }]]);
  expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeVisible();
});

it('confirms a change by the password instead', async () => {
  factor = withApp();
  const { user } = renderPart(<SecondFactorSection />);
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
  const dialog = within(await shown('Make new recovery codes'));
  await user.click(dialog.getByRole('button', { name: 'Use your password' }));
  expect(await shown('Your recovery codes')).toBeVisible();
  expect(sent).toEqual([['users/second-factor/recovery-codes', { current_code: '' }]]);
});

it('does not offer to remove an app that the role needs, and says why', async () => {
  factor = withApp({ required: true });
  renderPart(<SecondFactorSection />);
  expect(await screen.findByRole('button', { name: 'Set up another app' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
  expect(
    screen.getByText(/Your role needs it, so you can replace it but not remove it/),
  ).toBeVisible();
});

it.each([
  [
    '2026-12-13T09:00:00Z',
    'Your role needs a second factor from 13 December 2026 on. Set up an authenticator app before then.',
  ],
  [null, 'Your role needs a second factor. Set up an authenticator app.'],
])('says that the role needs a second factor from %s on', async (required_from, message) => {
  factor = makeSecondFactor({ required: true, required_from });
  renderPart(<SecondFactorSection />);
  expect(await screen.findByText(message)).toBeVisible();
});

it('shows an error when the second factor could not be loaded', async () => {
  server.use(http.get(url('users/second-factor'), () => refuse(403, 'Not now')));
  renderPart(<SecondFactorSection />);
  expect(await screen.findByText('Not now')).toBeVisible();
});
