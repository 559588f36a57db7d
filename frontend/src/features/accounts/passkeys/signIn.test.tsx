import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { session } from '@/api/session';
import { makeRole, makeUser, recoveryCodes } from '@/testing/factories';
import { renderApp } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { violationsOf } from '@/testing/violations';
import { lastWay } from '../providers/lastWay';
import { forgetQueries, ministry, offerProviders } from '../providers/testing';
import { creationOptions, credentialId, fakePasskeys, refusedBy, requestOptions } from './testing';

const admin = makeUser({ assigned_roles: [makeRole('Admin')] });
const sent: [path: string, body: unknown][] = [];
let optionsRead = 0;

/** Answers a call and records its body. */
const take = (path: string, reply: () => Response | Promise<Response>) =>
  http.post(url(path), async ({ request }) => {
    sent.push([path, await request.json()]);
    return await reply();
  });

beforeEach(() => {
  forgetQueries();
  sent.length = 0;
  optionsRead = 0;
  server.use(
    http.get(url('users/detailuser'), () => answer(admin, { user: admin })),
    http.post(url('users/signin/passkey/options'), () => {
      optionsRead += 1;
      return answer(requestOptions());
    }),
    take('users/signin/passkey', () => answer(admin, { user: admin })),
    take('users/signin/passkey/second-factor/options', () => answer(requestOptions())),
    take('users/signin/passkey/second-factor', () => answer(admin, { user: admin })),
    take('users/signin/second-factor/passkey/options', () => answer(creationOptions())),
    take('users/signin/second-factor/passkey', () =>
      answer(admin, { user: admin, recovery_codes: recoveryCodes }),
    ),
  );
});

async function openDialog() {
  const { user } = renderApp('/login');
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Sign In' })) };
}

const isSignedIn = () => waitFor(() => expect(session.get()?.user.user_id).toBe(7));
const passkeyButton = () => screen.findByRole('button', { name: 'Sign in with a passkey' });
const withId = expect.objectContaining({ id: credentialId }) as unknown;

it('offers no passkeys in a browser without them', async () => {
  const { dialog } = await openDialog();
  expect(dialog.queryByRole('button', { name: /passkey/ })).not.toBeInTheDocument();
  expect(dialog.getByLabelText(/Email or phone/)).toHaveAttribute('autocomplete', 'username');
  expect(optionsRead).toBe(0);
});

it('offers passkeys and providers as the other ways to sign in', async () => {
  fakePasskeys();
  offerProviders(ministry);
  const { dialog } = await openDialog();
  await dialog.findByRole('button', { name: 'Continue with Ministry of Health' });
  expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual(
    expect.arrayContaining([
      'Sign In',
      'Sign in with a passkey',
      'Continue with Ministry of Health',
    ]),
  );
  expect(dialog.getAllByText('or')).toHaveLength(1);
});

it('signs in with a passkey alone, and offers it first the next time', async () => {
  fakePasskeys();
  const { user, dialog } = await openDialog();
  const button = await passkeyButton();
  expect(button).toHaveAccessibleDescription(/^A passkey is a sign-in with your finger/);
  expect(dialog.getByLabelText(/Email or phone/)).toHaveAttribute(
    'autocomplete',
    'username webauthn',
  );
  expect(await violationsOf(screen.getByRole('dialog'))).toEqual([]);
  await user.click(button);
  await isSignedIn();
  expect(sent).toEqual([['users/signin/passkey', { credential: withId }]]);
  expect(lastWay.get()).toBe('passkey');
});

it('shows the passkey above the form if it was used last', async () => {
  fakePasskeys();
  lastWay.set('passkey');
  const { dialog } = await openDialog();
  const button = await passkeyButton();
  expect(button).toHaveAccessibleDescription('Used last time');
  const field = dialog.getByLabelText(/Email or phone/);
  expect(button.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('signs in with a passkey that is chosen in the list of the username field', async () => {
  const passkeys = fakePasskeys({ inFields: true });
  await openDialog();
  await waitFor(() => expect(passkeys.asked).toEqual(['in field']));
  passkeys.chooseInField();
  await isSignedIn();
  expect(sent).toEqual([['users/signin/passkey', { credential: withId }]]);
});

it('shows no error if the user closes the dialog of the browser, and offers it again', async () => {
  const passkeys = fakePasskeys({ inFields: true });
  const { user, dialog } = await openDialog();
  await waitFor(() => expect(passkeys.asked).toEqual(['in field']));
  passkeys.next.push(refusedBy());
  await user.click(await passkeyButton());
  await waitFor(() => expect(passkeys.asked).toEqual(['in field', 'asked', 'in field']));
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.click(await passkeyButton());
  await isSignedIn();
});

it('says to try again after the browser has waited too long', async () => {
  fakePasskeys().next.push(refusedBy());
  // The refusal cannot arrive before this time is over.
  const options = requestOptions({ timeout: 0 });
  server.use(http.post(url('users/signin/passkey/options'), () => answer(options)));
  const { user, dialog } = await openDialog();
  await user.click(await passkeyButton());
  expect(await dialog.findByText('That took too long. Try again with your passkey.')).toBeVisible();
});

it.each([
  ['passkey_not_found', 'This passkey is not known here. Sign in another way.'],
  ['account_disabled', 'Your account is disabled.'],
  ['provider_required', 'Sign in with Ministry of Health.'],
])('shows why the server refused: %s', async (reason, message) => {
  fakePasskeys();
  server.use(http.post(url('users/signin/passkey'), () => refuse(401, message, { reason })));
  const { user, dialog } = await openDialog();
  await user.click(await passkeyButton());
  expect(await dialog.findByText(message)).toBeVisible();
  expect(session.get()).toBeNull();
});

it('hides the button if the server has no passkeys at its address', async () => {
  fakePasskeys();
  server.use(
    http.post(url('users/signin/passkey/options'), () =>
      refuse(409, 'Passkeys can’t be used at this address.', { reason: 'passkeys_unavailable' }),
    ),
  );
  const { dialog } = await openDialog();
  await waitFor(() =>
    expect(dialog.queryByRole('button', { name: /passkey/ })).not.toBeInTheDocument(),
  );
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
});

/** Enters the password of an account whose sign-in then waits for a step. */
async function enterPassword(pending: {
  step: 'enter_code' | 'set_up';
  app: boolean;
  passkey: boolean;
}) {
  server.use(
    http.post(url('users/signin'), () =>
      answer({ pending_token: 'pending', expires_on: '2027-01-01T12:10:00Z', ...pending }),
    ),
  );
  const { user, dialog } = await openDialog();
  await user.type(dialog.getByLabelText(/Email or phone/), 'naledi@university.example');
  await user.type(dialog.getByLabelText(/^Password/), 'Secret-2026!{Enter}');
  return { user, dialog };
}

const asked = ['users/signin/passkey/second-factor/options', { pending_token: 'pending' }];

it('offers the passkey beside the code of the app', async () => {
  fakePasskeys();
  const { user, dialog } = await enterPassword({ step: 'enter_code', app: true, passkey: true });
  expect(await dialog.findByRole('textbox', { name: /^Code/ })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Use a passkey' }));
  await isSignedIn();
  expect(sent).toEqual([
    asked,
    ['users/signin/passkey/second-factor', { pending_token: 'pending', credential: withId }],
  ]);
});

it('asks for the passkey first if the account has no app', async () => {
  const passkeys = fakePasskeys();
  const { user, dialog } = await enterPassword({ step: 'enter_code', app: false, passkey: true });
  const button = await dialog.findByRole('button', { name: 'Use a passkey' });
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
  expect(await violationsOf(screen.getByRole('dialog'))).toEqual([]);
  passkeys.next.push(refusedBy());
  await user.click(button);
  await waitFor(() => expect(button).toBeEnabled());
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
  expect(await dialog.findByRole('textbox', { name: /^Recovery code/ })).toHaveFocus();
  expect(
    dialog.queryByRole('button', { name: 'Use your authenticator app' }),
  ).not.toBeInTheDocument();
});

it('asks for a recovery code in a browser without passkeys', async () => {
  const { dialog } = await enterPassword({ step: 'enter_code', app: false, passkey: true });
  expect(await dialog.findByRole('textbox', { name: /^Recovery code/ })).toBeVisible();
  expect(dialog.getByText(/this browser can.t use it/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
});

it('says how often a passkey can be tried, and begins again after the last attempt', async () => {
  fakePasskeys();
  const message = 'This passkey was not accepted. You can try 4 more times.';
  const ended = 'This sign-in has ended. Enter your username and password again.';
  server.use(
    http.post(
      url('users/signin/passkey/second-factor'),
      () => refuse(400, message, { reason: 'passkey_invalid', params: { attempts_left: 4 } }),
      { once: true },
    ),
  );
  const { user, dialog } = await enterPassword({ step: 'enter_code', app: true, passkey: true });
  await user.click(await dialog.findByRole('button', { name: 'Use a passkey' }));
  expect(await dialog.findByText(message)).toBeVisible();
  server.use(
    http.post(url('users/signin/passkey/second-factor'), () =>
      refuse(401, ended, { reason: 'sign_in_ended' }),
    ),
  );
  await user.click(dialog.getByRole('button', { name: 'Use a passkey' }));
  expect(await dialog.findByText(ended)).toBeVisible();
  expect(dialog.getByLabelText(/^Password/)).toBeVisible();
});

it('adds the passkey that the role needs, and signs in once the codes are saved', async () => {
  const passkeys = fakePasskeys();
  const { user, dialog } = await enterPassword({ step: 'set_up', app: true, passkey: true });
  await user.click(await dialog.findByRole('button', { name: 'Add a passkey' }));
  const name = await dialog.findByRole('textbox', { name: /^Name of the passkey/ });
  expect(await violationsOf(screen.getByRole('dialog'))).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Add the passkey' }));
  expect(await dialog.findByText(/The name is required/)).toBeVisible();
  passkeys.next.push(refusedBy());
  await user.type(name, ' Work laptop {Enter}');
  await waitFor(() => expect(passkeys.asked).toEqual(['made']));
  await user.click(dialog.getByRole('button', { name: 'Add the passkey' }));
  expect(await dialog.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
  expect(sent.at(-1)).toEqual([
    'users/signin/second-factor/passkey',
    { pending_token: 'pending', name: 'Work laptop', credential: withId },
  ]);
  expect(session.get()).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: 'I have saved them' }));
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await isSignedIn();
});

it('leads back to the choice of a second factor', async () => {
  fakePasskeys();
  const { user, dialog } = await enterPassword({ step: 'set_up', app: true, passkey: true });
  await user.click(await dialog.findByRole('button', { name: 'Add a passkey' }));
  await user.click(await dialog.findByRole('button', { name: 'Choose another way' }));
  expect(await dialog.findByRole('button', { name: 'Set up your app' })).toBeVisible();
});
