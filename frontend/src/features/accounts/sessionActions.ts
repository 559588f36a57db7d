import { useNavigate } from 'react-router';
import { api, body } from '@/api/client';
import { messageOf, NetworkError } from '@/api/errors';
import type { AssignedRole, PendingSignIn, SignedOut, User, UserAnswer } from '@/api/models';
import { roleOf, session } from '@/api/session';
import { useAct } from '@/api/useAct';
import { homeOf, paths } from '@/app/paths';
import { openSignedOut } from '@/lib/accountDialog';
import { deleteLocalCopies } from '@/lib/localCopies';
import { openDraft } from '@/lib/openDraft';
import { toast } from '@/lib/toast';
import { variableSelection } from '@/lib/variableSelection';
import { lastWay } from './providers/lastWay';
import { signOutOffer } from './providers/signOutOffer';

export interface Credentials {
  username: string;
  password: string;
  /**
   * The identity that the user signs in to link. The server then accepts a password where the
   * organisation signs in with a provider.
   */
  identity_token?: string;
}

/** Returns the token of the session that a completed sign-in has begun. */
export function signedInToken({ token }: User): string {
  if (!token) throw new NetworkError('The answer to the sign-in had no token');
  return token;
}

/** Returns the user of a completed sign-in with the token of the new session. */
export const signedIn = ({ user }: UserAnswer) => ({ user, token: signedInToken(user) });

interface SignInOptions {
  onSignedIn: () => void;
  /** Called if the account has a second factor, or its role needs one. */
  onPending: (pending: PendingSignIn) => void;
}

/**
 * Signs in, and begins the session of this tab unless the second factor is pending. The callbacks
 * are options of the hook and not of `mutate`: the new session may unmount the dialog, and `mutate`
 * does not call back unmounted components.
 */
export function useSignIn({ onSignedIn, onPending }: SignInOptions) {
  return useAct({
    mutationFn: async (credentials: Credentials) => {
      const answer = body(await api.POST('/api/v1/users/signin', { body: credentials }));
      return 'user' in answer ? signedIn(answer) : answer.data;
    },
    onSuccess: (answer) => {
      lastWay.set('password');
      if ('pending_token' in answer) return onPending(answer);
      session.begin(answer.user, answer.token);
      onSignedIn();
    },
  });
}

const ENDED_HERE =
  'You are signed out on this device, but the server could not be reached. Your session there will expire by itself.';

/**
 * Signs out even if the server does not respond: ends the session, deletes the local data, and opens
 * the landing page (1 §4). If the session began at a provider where people can sign out, it offers
 * that, too.
 */
export function useSignOut() {
  const navigate = useNavigate();
  return useAct({
    // Read before the call, because another call may end the session first.
    onMutate: () => session.get()?.user.user_id,
    mutationFn: async () => {
      const { data: answer } = await api.POST('/api/v1/users/signout');
      // A server of the previous version sends no data.
      return (answer as { data?: SignedOut | null } | undefined)?.data?.sign_out_at;
    },
    onError: (error) => {
      if (error instanceof NetworkError) toast(ENDED_HERE, 'warning');
    },
    onSettled: (offer, _error, _input, userId) => {
      session.end();
      openDraft.leave();
      variableSelection.reset();
      if (userId !== undefined) deleteLocalCopies(userId);
      void navigate(paths.home);
      if (!offer) return;
      signOutOffer.set(offer);
      openSignedOut();
    },
  });
}

/** Selects another activated role and opens its home page (1 §4). */
export function useSwitchRole() {
  const navigate = useNavigate();
  return useAct({
    mutationFn: async (role: AssignedRole) => {
      await api.PUT('/api/v1/users/selected-role', {
        body: { assigned_role_id: role.assigned_role_id },
      });
      return role;
    },
    onSuccess: (role) => {
      session.selectRole(role);
      void navigate(homeOf(roleOf(session.get())));
    },
    onError: (error) => toast(messageOf(error), 'warning'),
  });
}
