import type { PasskeyOptions } from '@/api/models';
import { send, sendOnce } from '@/api/send';
import { session } from '@/api/session';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { askPasskey, makePasskey } from '@/lib/passkeys';
import { usePasskeyAct } from '@/shared/accounts/usePasskeyAct';
import { signedIn } from '../sessionActions';

const OWN = '/api/v1/users/passkeys';

/** A new passkey: its name, and the options with which the browser makes it. */
export interface NewPasskey {
  name: string;
  options: PasskeyOptions;
}

/** Invalidates the second factor, which lists the passkeys, and the list of own acts. */
const useRefreshed = () => useRefresh('/api/v1/users/second-factor', '/api/v1/users/activity');

/**
 * Begins to add a passkey. Without a code of the authenticator app, the password confirms it
 * (decisions C15).
 */
export const useBeginPasskey = () =>
  useAct({
    mutationFn: async (currentCode: string) =>
      (await send('post', `${OWN}/options`, { body: { current_code: currentCode } })).data,
  });

/** Makes and adds a passkey. Returns recovery codes, or none if the earlier ones stay valid. */
export const useAddPasskey = () =>
  usePasskeyAct({
    mutationFn: async ({ name, options }: NewPasskey) => {
      const credential = await makePasskey(options.options);
      const { data } = await send('post', OWN, { body: { name, credential } });
      return data.recovery_codes;
    },
    ...useRefreshed(),
  });

export const useRenamePasskey = (passkeyId: number) =>
  useAct({
    mutationFn: (name: string) =>
      send('put', `${OWN}/{passkey_id}`, {
        params: { path: { passkey_id: passkeyId } },
        body: { name },
      }),
    ...useRefreshed(),
  });

/** Removes a passkey. Without a code of the authenticator app, the password confirms it. */
export const useRemovePasskey = (passkeyId: number) =>
  useAct({
    mutationFn: (currentCode: string) =>
      sendOnce(`${OWN}/{passkey_id}/remove`, {
        params: { path: { passkey_id: passkeyId } },
        body: { current_code: currentCode },
      }),
    ...useRefreshed(),
  });

/** Confirms by a passkey that it is the user, as the password does (decisions C15). */
export const useConfirmPasskey = (onConfirmed: () => void) =>
  usePasskeyAct({
    mutationFn: async () => {
      const { data } = await send('post', '/api/v1/users/confirm-passkey/options', {});
      const credential = await askPasskey(data.options);
      return send('post', '/api/v1/users/confirm-passkey', { body: { credential } });
    },
    onSuccess: onConfirmed,
  });

/** Completes a pending sign-in with a passkey, and begins the session of this tab. */
export const useEnterPasskey = (pendingToken: string, onSignedIn: () => void) =>
  usePasskeyAct({
    mutationFn: async () => {
      const { data } = await send('post', '/api/v1/users/signin/passkey/second-factor/options', {
        body: { pending_token: pendingToken },
      });
      const credential = await askPasskey(data.options);
      const answer = await send('post', '/api/v1/users/signin/passkey/second-factor', {
        body: { pending_token: pendingToken, credential },
      });
      return signedIn(answer);
    },
    onSuccess: ({ user, token }) => {
      session.begin(user, token);
      onSignedIn();
    },
  });

/** Begins to add a passkey that a pending sign-in needs. */
export const useBeginPasskeyAtSignIn = (pendingToken: string) =>
  useAct({
    mutationFn: async () => {
      const { data } = await send('post', '/api/v1/users/signin/second-factor/passkey/options', {
        body: { pending_token: pendingToken },
      });
      return data;
    },
  });

/** Adds the passkey of a pending sign-in. The session begins once the recovery codes are saved. */
export const useAddPasskeyAtSignIn = (pendingToken: string) =>
  usePasskeyAct({
    mutationFn: async ({ name, options }: NewPasskey) => {
      const credential = await makePasskey(options.options);
      const answer = await send('post', '/api/v1/users/signin/second-factor/passkey', {
        body: { pending_token: pendingToken, name, credential },
      });
      return { ...signedIn(answer), codes: answer.recovery_codes };
    },
  });
