import { externalStore, useFollowed } from './externalStore';

export type AccountDialog = 'signIn' | 'signUp' | null;

const prompt = externalStore<AccountDialog>(null);

/** Which account dialog is open. Any screen may open one; the shell shows it. */
export function useAccountDialog(): AccountDialog {
  return useFollowed(prompt.subscribe, prompt.get);
}

export const openSignIn = (): void => prompt.set('signIn');
export const openSignUp = (): void => prompt.set('signUp');
export const closeAccountDialog = (): void => prompt.set(null);
