import { useEffect, useState } from 'react';
import { externalStore } from '@/lib/externalStore';

const pending = externalStore(0);

export async function countCall<T>(call: () => Promise<T>): Promise<T> {
  pending.set(pending.get() + 1);
  try {
    return await call();
  } finally {
    pending.set(pending.get() - 1);
  }
}

/**
 * True while any call is pending, for the global loading indicator (1 §7). The value follows in a
 * microtask: a synchronous store update while a screen renders would force React to render the
 * whole screen again in one blocking pass.
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
