import { externalStore, useStoreValue } from './externalStore';

export type AccountDialog = 'signIn' | 'signUp' | 'signedOut' | null;

const prompt = externalStore<AccountDialog>(null);

/** Returns which account dialog is open, if any. Any screen can open one; the shell renders it. */
export function useAccountDialog(): AccountDialog {
  return useStoreValue(prompt.subscribe, prompt.get);
}

export const openSignIn = (): void => prompt.set('signIn');
export const openSignUp = (): void => prompt.set('signUp');
/** Opens the offer to sign out of the provider as well (`signOutOffer`). */
export const openSignedOut = (): void => prompt.set('signedOut');
export const closeAccountDialog = (): void => prompt.set(null);
