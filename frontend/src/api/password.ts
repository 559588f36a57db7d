import { externalStore, useStoreValue } from '@/lib/externalStore';
import { hasReason } from './errors';
import { session } from './session';

interface Question {
  onConfirmed: () => void;
  onClose: () => void;
}

const question = externalStore<Question | undefined>(undefined);
let waiting: Promise<boolean> | undefined;

/** Returns the open password question, if any. The shell shows it. */
export const usePasswordQuestion = () => useStoreValue(question.subscribe, question.get);

/**
 * Asks for the password and resolves to true once it is confirmed. Concurrent calls share one
 * question.
 */
function askForPassword(): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    const token = session.token();
    const end = (confirmed: boolean) => {
      stopFollowing();
      waiting = undefined;
      question.set(undefined);
      resolve(confirmed);
    };
    const stopFollowing = session.subscribe(() => {
      if (session.token() !== token) end(false);
    });
    question.set({ onConfirmed: () => end(true), onClose: () => end(false) });
  });
  return waiting;
}

/**
 * Makes a call. If the server needs a recently confirmed password (decisions C15), a dialog asks for
 * it, and the call is repeated with the same input. Without the password, the call fails with the
 * original refusal. `useAct` makes every call this way.
 */
export async function withPassword<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!hasReason(error, 'password_needed')) throw error;
    if (!(await askForPassword())) throw error;
    return call();
  }
}
