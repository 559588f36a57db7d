import { externalStore, useFollowed } from '@/lib/externalStore';

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

/** True while any call is pending, for the global loading indicator (1 §7). */
export function useCallsPending(): boolean {
  return useFollowed(pending.subscribe, () => pending.get() > 0);
}
