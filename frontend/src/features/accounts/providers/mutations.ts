import { useEffect } from 'react';
import { api } from '@/api/client';
import { isNotFound } from '@/api/errors';
import type { OwnIdentity, ProviderReturn } from '@/api/models';
import { send } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { browserPage } from '@/lib/browserPage';
import { externalStore } from '@/lib/externalStore';
import { trip, type Trip } from './trip';

const IDENTITIES = '/api/v1/users/identities';

/** Begins a sign-in at a provider, and leaves the application for it. */
export function useLeaveForProvider() {
  const begin = useAct({
    mutationFn: async (next: Trip) => {
      const { data } = await send('post', '/api/v1/users/signin/provider', {
        body: { provider: next.provider },
      });
      trip.set(next);
      browserPage.leaveFor(data.address);
    },
  });
  const { mutate, reset, error, variables, isPending, isSuccess } = begin;
  // Back may show this page as it was left.
  useEffect(() => {
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    addEventListener('pageshow', restore);
    return () => removeEventListener('pageshow', restore);
  }, [reset]);
  return {
    leave: mutate,
    error,
    /** The provider that was chosen last. */
    chosen: variables?.provider,
    retry: () => variables && mutate(variables),
    /** True from the click until the browser has left the page. */
    isLeaving: isPending || isSuccess,
  };
}

export type LeaveForProvider = ReturnType<typeof useLeaveForProvider>;

/** The parameters with which a provider sends the browser back. */
export interface ReturnParams {
  state: string;
  code: string;
  error: string;
  /** The issuer of the answer (RFC 9207). */
  iss: string;
}

const lastReturn = externalStore<{ state: string; answer: Promise<ProviderReturn> } | null>(null);

/** Completes a sign-in after the return from the provider. Each state is sent once. */
export function finishOnce(params: ReturnParams): Promise<ProviderReturn> {
  const last = lastReturn.get();
  if (last?.state === params.state) return last.answer;
  const answer = send('post', '/api/v1/users/signin/provider/return', { body: params }).then(
    ({ data }) => data,
  );
  lastReturn.set({ state: params.state, answer });
  return answer;
}

/** Ends a session that this tab does not use. */
export async function discardSession(token: string): Promise<void> {
  const headers = { Authorization: `Token ${token}` };
  await api.POST('/api/v1/users/signout', { headers }).catch(() => undefined);
}

/** Links a proven identity to the account of the session. */
export function useLink(onLinked: () => void) {
  const { onSuccess: refresh } = useRefresh(IDENTITIES, '/api/v1/users/activity');
  return useAct({
    mutationFn: (token: string) => send('post', IDENTITIES, { body: { identity_token: token } }),
    onSuccess: () => {
      refresh();
      onLinked();
    },
  });
}

/** Unlinks an identity. One that was unlinked before counts as success. */
export const useUnlink = () =>
  useAct({
    mutationFn: async ({ identity_id }: OwnIdentity) => {
      try {
        await api.DELETE(`${IDENTITIES}/{id}`, { params: { path: { id: identity_id } } });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    ...useRefresh(IDENTITIES, '/api/v1/users/activity'),
  });
