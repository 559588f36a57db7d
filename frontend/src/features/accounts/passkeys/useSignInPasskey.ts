import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasReason } from '@/api/errors';
import type { PasskeyOptions } from '@/api/models';
import { send } from '@/api/send';
import { session } from '@/api/session';
import {
  askPasskey,
  askPasskeyInField,
  hasPasskeysInFields,
  type PasskeyJson,
} from '@/lib/passkeys';
import { serverNow } from '@/lib/serverTime';
import { usePasskeyAct } from '@/shared/accounts/usePasskeyAct';
import { lastWay } from '../providers/lastWay';
import { signedIn } from '../sessionActions';

/** Milliseconds before the end of options in which they are not used any more. */
const MARGIN = 60_000;

const timeLeft = ({ expires_on }: PasskeyOptions) =>
  new Date(expires_on).getTime() - serverNow() - MARGIN;

async function readOptions(): Promise<PasskeyOptions> {
  return (await send('post', '/api/v1/users/signin/passkey/options', {})).data;
}

/** Calls `action` after `delay`, and not before the page is visible. Returns a function that stops it. */
function whenVisibleAfter(delay: number, action: () => void): () => void {
  const ended = new AbortController();
  const timer = setTimeout(() => {
    if (!document.hidden) return action();
    const { signal } = ended;
    document.addEventListener('visibilitychange', action, { once: true, signal });
  }, delay);
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
}

interface Options {
  /** False where no passkey can sign in. */
  enabled: boolean;
  onSignedIn: () => void;
}

/**
 * Signs in with a passkey alone: when the user calls `signIn`, or chooses a passkey in the list of
 * the username field. The options are read beforehand, because some browsers open their dialog only
 * immediately after a click.
 */
export function useSignInPasskey({ enabled, onSignedIn }: Options) {
  const [isUnavailable, setIsUnavailable] = useState(false);
  // Changes when the field needs new options.
  const [offer, setOffer] = useState(0);
  const ready = useRef<PasskeyOptions>(undefined);
  const renew = () => setOffer((last) => last + 1);

  /** Returns options, each of them once. */
  const takeOptions = async () => {
    const options = ready.current;
    ready.current = undefined;
    return options && timeLeft(options) > 0 ? options : readOptions();
  };
  const act = usePasskeyAct({
    mutationFn: async (chosen: PasskeyJson | undefined) => {
      const credential = chosen ?? (await askPasskey((await takeOptions()).options));
      return signedIn(await send('post', '/api/v1/users/signin/passkey', { body: { credential } }));
    },
    onSuccess: ({ user, token }) => {
      lastWay.set('passkey');
      session.begin(user, token);
      onSignedIn();
    },
    onError: (error) => {
      if (hasReason(error, 'passkeys_unavailable')) setIsUnavailable(true);
      else renew();
    },
  });

  const offerInField = useEffectEvent(async (signal: AbortSignal) => {
    const options = await readOptions();
    if (signal.aborted) return;
    ready.current = options;
    if (!(await hasPasskeysInFields()) || signal.aborted) return;
    const stop = whenVisibleAfter(timeLeft(options), renew);
    signal.addEventListener('abort', stop);
    try {
      const credential = await askPasskeyInField(options.options, signal);
      ready.current = undefined;
      act.mutate(credential);
    } finally {
      stop();
    }
  });
  useEffect(() => {
    if (!enabled) return;
    const ended = new AbortController();
    offerInField(ended.signal).catch((error: unknown) => {
      // The button says what is wrong when it is used.
      if (hasReason(error, 'passkeys_unavailable')) setIsUnavailable(true);
    });
    return () => ended.abort();
  }, [enabled, offer]);

  return {
    signIn: () => act.mutate(undefined),
    isPending: act.isPending,
    error: act.error,
    reset: act.reset,
    /** True once the server has said that it has no passkeys. */
    isUnavailable,
  };
}

export type SignInPasskey = ReturnType<typeof useSignInPasskey>;
