import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { hasReason, messageOf } from '@/api/errors';
import type { PendingSignIn, ProviderReturn } from '@/api/models';
import { session, useSession } from '@/api/session';
import { AccountCard } from '@/features/accounts/AccountCard';
import { lastWay } from '@/features/accounts/providers/lastWay';
import { LinkChoice } from '@/features/accounts/providers/LinkChoice';
import { LinkIdentity } from '@/features/accounts/providers/LinkIdentity';
import {
  discardSession,
  finishOnce,
  type ReturnParams,
} from '@/features/accounts/providers/mutations';
import { provenIdentity, useProvenIdentity } from '@/features/accounts/providers/provenIdentity';
import { ReturnFailed } from '@/features/accounts/providers/ReturnFailed';
import { trip } from '@/features/accounts/providers/trip';
import { signedInToken } from '@/features/accounts/sessionActions';
import { RowsSkeleton } from '@/ui/Skeletons';
import { lazyPart } from '@/lib/lazyPart';
import { toast } from '@/lib/toast';
import { accountPath, paths } from './paths';
import { useAfterSignIn } from './shell/useAfterSignIn';

const PendingSignInSteps = lazyPart(
  () => import('@/features/accounts/secondFactor/PendingSignInSteps'),
);

/** Shown without a sign-in to complete: after a reload, after Back, or at this address alone. */
const NOTHING_WAITS = 'This sign-in has ended, or was completed before. Begin again.';
const TOO_LATE = 'This sign-in took too long. Begin again.';

type Outcome =
  | { is: 'waiting' }
  | { is: 'second factor'; pending: PendingSignIn }
  /** The identity is linked to an account already. */
  | { is: 'linked before' }
  | { is: 'failed'; message: string }
  /** Nothing is left to complete but a proven identity, if there is one. */
  | { is: 'completed' };

function paramsOf(search: string): ReturnParams | undefined {
  const params = new URLSearchParams(search);
  const state = params.get('state');
  if (!state) return undefined;
  const text = (name: string) => params.get(name) ?? '';
  return { state, code: text('code'), error: text('error'), iss: text('iss') };
}

const labelOfTrip = () => trip.get()?.label ?? 'your sign-in provider';

/** Completes the sign-in of the address, once, and removes its secrets from the history. */
function useReturn() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const afterSignIn = useAfterSignIn();
  const [params] = useState(() => paramsOf(search));
  const [outcome, setOutcome] = useState<Outcome>({ is: params ? 'waiting' : 'completed' });

  const signIn = ({ user, pending_sign_in, not_linked }: ProviderReturn) => {
    const last = trip.get();
    if (not_linked) {
      provenIdentity.begin(not_linked, 'choose', false);
      return setOutcome({ is: 'completed' });
    }
    if (last) lastWay.set({ provider: last.provider, label: last.label });
    if (pending_sign_in) return setOutcome({ is: 'second factor', pending: pending_sign_in });
    if (!user) return setOutcome({ is: 'failed', message: NOTHING_WAITS });
    session.begin(user, signedInToken(user));
    afterSignIn();
  };

  /** The user of this session came back to link the provider. */
  const link = ({ user, not_linked }: ProviderReturn, userId: number) => {
    if (not_linked) {
      provenIdentity.begin(not_linked, 'link', true);
      return setOutcome({ is: 'completed' });
    }
    if (user?.token) void discardSession(user.token);
    if (user?.user_id !== userId) return setOutcome({ is: 'linked before' });
    toast(`You can already sign in with ${labelOfTrip()}.`);
    void navigate(accountPath('security'), { replace: true });
  };

  const complete = useEffectEvent((answer: ProviderReturn) => {
    const current = session.get();
    if (current) link(answer, current.user.user_id);
    else signIn(answer);
  });
  const removeSecrets = useEffectEvent(() => {
    if (search) void navigate(pathname, { replace: true });
  });

  useEffect(() => {
    removeSecrets();
    if (!params) return undefined;
    let left = false;
    finishOnce(params)
      .then((answer) => {
        if (!left) complete(answer);
      })
      .catch((error: unknown) => {
        if (!left) setOutcome({ is: 'failed', message: messageOf(error) });
      });
    return () => {
      left = true;
    };
  }, [params]);
  return { outcome, setOutcome };
}

/**
 * /sign-in/return: completes a sign-in at a provider. Leads to the second factor, to the link with
 * an account, or to the page that the user wanted.
 */
export default function SignInReturnPage() {
  const { outcome, setOutcome } = useReturn();
  const identity = useProvenIdentity();
  const current = useSession();
  const navigate = useNavigate();
  const afterSignIn = useAfterSignIn();
  const signInAnotherWay = () => {
    provenIdentity.forget();
    void navigate(paths.login, { replace: true });
  };

  if (outcome.is === 'waiting') {
    return (
      <AccountCard title={`Sign in with ${labelOfTrip()}`} purpose="One moment: you are signed in.">
        <RowsSkeleton count={1} height={64} />
      </AccountCard>
    );
  }
  if (outcome.is === 'second factor') {
    return (
      <AccountCard title={`Sign in with ${labelOfTrip()}`}>
        <Suspense fallback={<RowsSkeleton count={2} />}>
          <PendingSignInSteps
            pending={outcome.pending}
            provider={labelOfTrip()}
            onSignedIn={afterSignIn}
            onEnded={(error) =>
              setOutcome({
                is: 'failed',
                message: hasReason(error, 'sign_in_expired') ? TOO_LATE : NOTHING_WAITS,
              })
            }
            onCodesShown={() => undefined}
          />
        </Suspense>
      </AccountCard>
    );
  }
  if (outcome.is === 'completed' && identity && !current) {
    return <LinkChoice identity={identity} onOther={signInAnotherWay} />;
  }
  if (outcome.is === 'completed' && identity?.aim === 'link') {
    return (
      <LinkIdentity
        identity={identity}
        onDone={() => {
          if (identity.fromProfile) void navigate(accountPath('security'), { replace: true });
          else afterSignIn();
        }}
      />
    );
  }
  const isLinkedBefore = outcome.is === 'linked before';
  return (
    <ReturnFailed
      message={
        isLinkedBefore
          ? `Your sign-in with ${labelOfTrip()} is linked to an account already. To link it to this account, sign in with it and unlink it there first.`
          : outcome.is === 'failed'
            ? outcome.message
            : NOTHING_WAITS
      }
      mayRetry={!isLinkedBefore}
      other={
        current
          ? {
              label: 'Back to your account',
              onChoose: () => void navigate(accountPath('security'), { replace: true }),
            }
          : { label: 'Sign in another way', onChoose: signInAnotherWay }
      }
    />
  );
}
