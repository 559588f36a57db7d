import { hasReason } from '@/api/errors';
import { send, sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { session } from '@/api/session';
import { signedIn } from '../sessionActions';

const OWN = '/api/v1/users/second-factor';

/** True if a pending sign-in has ended, so that it begins again with the password. */
export const hasSignInEnded = (error: unknown): boolean =>
  hasReason(error, 'sign_in_ended', 'sign_in_expired', 'other_sign_in_step');

/** Completes a pending sign-in with a code, and begins the session of this tab. */
export function useEnterCode(pendingToken: string, onSignedIn: () => void) {
  return useAct({
    mutationFn: async (code: string) =>
      signedIn(
        await send('post', '/api/v1/users/signin/code', {
          body: { pending_token: pendingToken, code },
        }),
      ),
    onSuccess: ({ user, token }) => {
      session.begin(user, token);
      onSignedIn();
    },
  });
}

/** Creates the secret of an authenticator app that a pending sign-in needs. */
export function useBeginAtSignIn(pendingToken: string, onEnded: (error: Error) => void) {
  return useAct({
    mutationFn: async () => {
      const { data } = await send('post', '/api/v1/users/signin/second-factor', {
        body: { pending_token: pendingToken },
      });
      return data;
    },
    onError: (error) => {
      if (hasSignInEnded(error)) onEnded(error);
    },
  });
}

/** Confirms the app of a pending sign-in. The session begins once the recovery codes are saved. */
export const useConfirmAtSignIn = (pendingToken: string) =>
  useAct({
    mutationFn: async (code: string) => {
      const answer = await send('post', '/api/v1/users/signin/second-factor/confirm', {
        body: { pending_token: pendingToken, code },
      });
      return { ...signedIn(answer), codes: answer.recovery_codes };
    },
  });

/** Invalidates the second factor, and the list of own acts. */
const useRefreshed = () => useRefresh(OWN, '/api/v1/users/activity');

/**
 * Creates the secret of a new authenticator app. Without a code of the present one, the password
 * confirms it (decisions C15).
 */
export const useSetUp = () =>
  useAct({
    mutationFn: async (currentCode: string) =>
      (await send('post', OWN, { body: { current_code: currentCode } })).data,
  });

/** Confirms the new app. Returns the recovery codes, or none if the earlier ones stay valid. */
export const useConfirmApp = () =>
  useAct({
    mutationFn: async (code: string) =>
      (await send('post', `${OWN}/confirm`, { body: { code } })).data.recovery_codes,
    ...useRefreshed(),
  });

/** Makes new recovery codes, and returns them. */
export const useNewRecoveryCodes = () =>
  useAct({
    mutationFn: async (currentCode: string) =>
      (await send('post', `${OWN}/recovery-codes`, { body: { current_code: currentCode } })).data
        .recovery_codes,
    ...useRefreshed(),
  });

export const useRemoveApp = () =>
  useAct({
    mutationFn: (currentCode: string) =>
      sendOnce(`${OWN}/remove`, { body: { current_code: currentCode } }),
    ...useRefreshed(),
  });
