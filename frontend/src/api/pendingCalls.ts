import { useEffect, useState } from 'react';
import { externalStore } from '@/lib/externalStore';

const pending = externalStore(0);

/** Counts a call while it runs. */
export async function countCall<T>(call: () => Promise<T>): Promise<T> {
  pending.set(pending.get() + 1);
  try {
    return await call();
  } finally {
    pending.set(pending.get() - 1);
  }
}

/**
 * True while any call is pending, for the global loading indicator (1 §7). It follows a little behind: what begins to load while a
 * screen is drawn would otherwise have the whole screen drawn anew, and at one go, so that nothing shown differs by a call.
 */
export function useCallsPending(): boolean {
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    const follow = () => queueMicrotask(() => setPending(pending.get() > 0));
    follow();
    return pending.subscribe(follow);
  }, []);
  return isPending;
}
