import { expect, it, vi } from 'vitest';
import { messageOf } from '@/api/errors';
import { askPasskey, askPasskeyInField, hasPasskeys, PasskeyCancelled } from '@/lib/passkeys';
import { fakePasskeys, refusedBy, requestOptions } from './testing';

it.each([
  ['localhost', true],
  ['aditus.ministry.example', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('has passkeys at a name and not at an IP address: %s', (hostname, expected) => {
  fakePasskeys();
  vi.stubGlobal('location', { hostname });
  expect(hasPasskeys()).toBe(expected);
});

it('has no passkeys in a browser without them', () => {
  expect(hasPasskeys()).toBe(false);
});

it('tells a closed dialog from one that took too long', async () => {
  const passkeys = fakePasskeys();
  passkeys.next.push(refusedBy(), refusedBy());
  const { options } = requestOptions();
  await expect(askPasskey(options)).rejects.toBeInstanceOf(PasskeyCancelled);
  const late: unknown = await askPasskey({ ...options, timeout: 0 }).catch(
    (error: unknown) => error,
  );
  expect(late).not.toBeInstanceOf(PasskeyCancelled);
  expect(messageOf(late)).toBe('That took too long. Try again with your passkey.');
});

it('withdraws the passkeys of a field without a later request', async () => {
  const passkeys = fakePasskeys({ inFields: true });
  document.body.innerHTML = '<input autocomplete="username webauthn">';
  const left = new AbortController();
  const inField = askPasskeyInField(requestOptions().options, left.signal);
  const refused = expect(inField).rejects.toBeInstanceOf(PasskeyCancelled);
  await vi.waitFor(() => expect(passkeys.asked).toEqual(['in field']));
  const later = askPasskey(requestOptions().options);
  left.abort();
  await refused;
  expect(await later).toMatchObject({ type: 'public-key' });
  document.body.innerHTML = '';
});
