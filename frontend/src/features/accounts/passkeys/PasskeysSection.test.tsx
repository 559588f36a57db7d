import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { SecondFactor } from '@/api/models';
import { makeOwnPasskey, makeSecondFactor, recoveryCodes } from '@/testing/factories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, refuse, server, url } from '@/testing/server';
import { violationsOf } from '@/testing/violations';
import { PasskeysSection } from './PasskeysSection';
import { creationOptions, credentialId, fakePasskeys, refusedBy, requestOptions } from './testing';

let factor: SecondFactor;
const sent: unknown[] = [];

const take = (
  method: 'post' | 'put',
  path: string,
  data: unknown,
  message: string,
  then = () => {},
) =>
  http[method](url(path), async ({ request }) => {
    sent.push([path, await request.json()]);
    then();
    return answer(data, { message });
  });

const withPasskeys = (changes: Partial<SecondFactor> = {}) =>
  makeSecondFactor({
    passkeys_available: true,
    passkeys: [
      makeOwnPasskey({ last_used_on: new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString() }),
      makeOwnPasskey({ passkey_id: 32, name: 'Blue key' }),
    ],
    recovery_codes_left: 10,
    ...changes,
  });
const one = { passkeys: [makeOwnPasskey()] };
const withId = expect.objectContaining({ id: credentialId }) as unknown;

beforeEach(() => {
  factor = makeSecondFactor({ passkeys_available: true });
  sent.length = 0;
  signInAs('Data Access Reviewer');
  server.use(
    http.get(url('users/second-factor'), () => answer(factor)),
    take('post', 'users/passkeys/options', creationOptions(), ''),
    take(
      'post',
      'users/passkeys',
      { passkey_id: 31, recovery_codes: recoveryCodes },
      'Your passkey was added.',
      () => (factor = withPasskeys(one)),
    ),
    take('put', 'users/passkeys/31', null, 'Your passkey was renamed.', () => {
      factor = withPasskeys({ passkeys: [makeOwnPasskey({ name: 'Old laptop' })] });
    }),
    take('post', 'users/passkeys/31/remove', null, 'Your passkey was removed.', () => {
      factor = makeSecondFactor({ passkeys_available: true });
    }),
  );
});

const shown = async (name: string) => within(await screen.findByRole('dialog', { name }));
const addButton = () => screen.findByRole('button', { name: 'Add a passkey' });
const nameField = () => screen.findByRole('textbox', { name: /^Name of the passkey/ });

it('adds a passkey with a name, and shows the recovery codes of the first factor', async () => {
  fakePasskeys();
  const { user } = renderPart(<PasskeysSection />);
  await user.click(await addButton());
  const dialog = await shown('Add a passkey');
  expect(dialog.getByText(/^A passkey is a sign-in with your finger/)).toBeVisible();
  await user.type(await nameField(), 'Work laptop{Enter}');
  const codes = await shown('Your recovery codes');
  expect(codes.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  expect(sent).toEqual([
    ['users/passkeys/options', { current_code: '' }],
    ['users/passkeys', { name: 'Work laptop', credential: withId }],
  ]);
  await user.click(codes.getByRole('checkbox', { name: 'I have saved them' }));
  await user.click(codes.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Added on 05 March 2026, not used yet')).toBeVisible();
});

it('confirms a further passkey by a code of the app', async () => {
  fakePasskeys();
  factor = withPasskeys({ app_added_on: '2026-03-05T10:00:00Z' });
  server.use(take('post', 'users/passkeys', { passkey_id: 33, recovery_codes: [] }, 'Added'));
  const { user } = renderPart(<PasskeysSection />);
  await user.click(await addButton());
  await user.type(await screen.findByRole('textbox', { name: /^Code/ }), '123456{Enter}');
  await user.type(await nameField(), 'Phone{Enter}');
  expect(await screen.findByText('Your passkey is added.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent[0]).toEqual(['users/passkeys/options', { current_code: '123456' }]);
});

it('keeps the dialog without an error if the user closes the one of the browser', async () => {
  const passkeys = fakePasskeys();
  passkeys.next.push(refusedBy());
  const { user } = renderPart(<PasskeysSection />);
  await user.click(await addButton());
  await user.type(await nameField(), 'Work laptop{Enter}');
  await waitFor(() => expect(passkeys.asked).toEqual(['made']));
  const dialog = await shown('Add a passkey');
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Add the passkey' })).toBeEnabled(),
  );
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  expect(await nameField()).toHaveValue('Work laptop');
});

it.each([
  ['InvalidStateError', 'Your account already has a passkey of this device or key.'],
  ['NotSupportedError', /^This device or key can.t ask for a PIN/],
  ['UnknownError', /^Your browser couldn.t use a passkey\./],
])('shows why the browser made no passkey: %s', async (name, message) => {
  fakePasskeys().next.push(refusedBy(name));
  const { user } = renderPart(<PasskeysSection />);
  await user.click(await addButton());
  await user.type(await nameField(), 'Work laptop{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
});

it('says that adding took too long, and offers to begin again', async () => {
  fakePasskeys();
  const message = 'This took too long, or was already used. Try again with your passkey.';
  server.use(
    http.post(url('users/passkeys'), () => refuse(409, message, { reason: 'passkey_expired' })),
  );
  const { user } = renderPart(<PasskeysSection />);
  await user.click(await addButton());
  await user.type(await nameField(), 'Work laptop{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(await addButton());
  expect(await nameField()).toBeVisible();
  expect(screen.queryByText(message)).not.toBeInTheDocument();
});

it('lists the passkeys with their last use', async () => {
  fakePasskeys();
  factor = withPasskeys();
  const { container } = renderPart(<PasskeysSection />);
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/^Work laptopAdded on 05 March 2026, last used 3 hours ago/);
  expect(rows[1]).toMatch(/^Blue keyAdded on 05 March 2026, not used yet/);
  expect(await violationsOf(container)).toEqual([]);
});

it('renames a passkey', async () => {
  fakePasskeys();
  factor = withPasskeys(one);
  const { user } = renderPart(<PasskeysSection />);
  await user.click(await screen.findByRole('button', { name: 'Rename Work laptop' }));
  const field = await nameField();
  await user.clear(field);
  await user.type(field, 'Old laptop{Enter}');
  expect(await screen.findByText('Your passkey was renamed.')).toBeVisible();
  expect(sent).toEqual([['users/passkeys/31', { name: 'Old laptop' }]]);
  expect(await screen.findByText('Old laptop')).toBeVisible();
});

it('removes the last factor after the password, and says what happens', async () => {
  fakePasskeys();
  factor = withPasskeys(one);
  let confirmed = false;
  server.use(
    http.post(url('users/passkeys/31/remove'), () => {
      if (!confirmed)
        return refuse(403, 'Enter your password.', { code: 607, reason: 'password_needed' });
      factor = makeSecondFactor({ passkeys_available: true });
      return answer(null, { message: 'Your passkey was removed.' });
    }),
    http.post(url('users/confirm-password'), () => {
      confirmed = true;
      return answer(null);
    }),
  );
  const { user } = renderPart(<PasskeysSection />);
  await user.click(await screen.findByRole('button', { name: 'Remove Work laptop' }));
  const dialog = await shown('Remove a passkey');
  expect(dialog.getByText(/Signing in will take your password alone/)).toBeVisible();
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Remove the passkey' }));
  await shown('Enter your password');
  await user.type(screen.getByLabelText(/^Your password/), 'Demo-2026!{Enter}');
  expect(await screen.findByText('Your passkey was removed.')).toBeVisible();
});

it('confirms a change by a passkey instead of the password', async () => {
  const passkeys = fakePasskeys();
  factor = withPasskeys(one);
  let confirmed = false;
  server.use(
    http.post(url('users/passkeys/options'), () =>
      confirmed
        ? answer(creationOptions())
        : refuse(403, 'Enter your password.', { code: 607, reason: 'password_needed' }),
    ),
    http.post(url('users/confirm-passkey/options'), () => answer(requestOptions())),
    http.post(url('users/confirm-passkey'), () => {
      confirmed = true;
      return answer(null, { message: 'Your passkey is confirmed.' });
    }),
  );
  const { user } = renderPart(<PasskeysSection />);
  await user.click(await addButton());
  const dialog = await shown('Enter your password');
  passkeys.next.push(refusedBy());
  await user.click(await dialog.findByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(passkeys.asked).toEqual(['asked']));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeEnabled());
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Use a passkey' }));
  expect(await nameField()).toBeVisible();
});

it('does not offer to remove the last factor if the role needs one, and says why', async () => {
  fakePasskeys();
  factor = withPasskeys({ ...one, required: true });
  renderPart(<PasskeysSection />);
  expect(await screen.findByRole('button', { name: 'Rename Work laptop' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  expect(screen.getByText(/add another one before you remove it/)).toBeVisible();
});

it('offers no more passkeys than an account can have', async () => {
  fakePasskeys();
  const passkeys = Array.from({ length: 20 }, (_, index) =>
    makeOwnPasskey({ passkey_id: index, name: `Key ${index}` }),
  );
  factor = withPasskeys({ passkeys });
  renderPart(<PasskeysSection />);
  expect(await screen.findByText(/^You have 20 passkeys, which is the most/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
});

it.each([
  ['at this address', { passkeys_available: false }, true],
  ['in this browser', { passkeys_available: true }, false],
])('shows no section to users without passkeys if there are none %s', async (_, has, inBrowser) => {
  if (inBrowser) fakePasskeys();
  let read = () => {};
  const answered = new Promise<void>((resolve) => (read = resolve));
  server.use(
    http.get(url('users/second-factor'), () => {
      read();
      return answer(makeSecondFactor(has));
    }),
  );
  renderPart(<PasskeysSection />);
  await answered;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('heading', { name: 'Passkeys' })).not.toBeInTheDocument();
});

it('lists the passkeys in a browser without them, where none can be added', async () => {
  factor = withPasskeys();
  renderPart(<PasskeysSection />);
  expect(await screen.findByRole('button', { name: 'Remove Blue key' })).toBeVisible();
  expect(screen.getByText(/^This browser has no passkeys\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
});
