import { externalStore, useFollowed } from '@/lib/externalStore';
import { hasReason } from './errors';
import { session } from './session';

interface Question {
  onConfirmed: () => void;
  onClose: () => void;
}

const asked = externalStore<Question | undefined>(undefined);
let waiting: Promise<boolean> | undefined;

/** The question for the password, while it is asked. The shell shows it. */
export const usePasswordQuestion = () => useFollowed(asked.subscribe, asked.get);

/** Asks for the password and says whether it was given. Calls that need it at the same time share one question. */
function ask(): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    const token = session.token();
    const end = (confirmed: boolean) => {
      stopFollowing();
      waiting = undefined;
      asked.set(undefined);
      resolve(confirmed);
    };
    const stopFollowing = session.subscribe(() => {
      if (session.token() !== token) end(false);
    });
    asked.set({ onConfirmed: () => end(true), onClose: () => end(false) });
  });
  return waiting;
}

/**
 * Makes a call. Where the server needs the password of the last minutes (decisions C15), a dialog asks for it, and the call is made once
 * more with all that was typed. Without the password the call fails as it was refused. `useAct` makes every call so.
 */
export async function withPassword<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!hasReason(error, 'password_needed')) throw error;
    if (!(await ask())) throw error;
    return call();
  }
}
