import { externalStore, useStoreValue } from './externalStore';

/*
 * The part of click tracking (decisions A11) that the shell needs: whether it is switched on, and
 * whether the visitor is being asked for consent. The rest is loaded with the tracking itself
 * (`features/tracking/visitor.ts`).
 */
const counted = externalStore(false);
const question = externalStore(false);

/** True if the deployer switched click tracking on. */
export const useClicksCounted = (): boolean => useStoreValue(counted.subscribe, counted.get);
export const setClicksCounted = counted.set;

/** True while the consent question is shown. */
export const useConsentAsked = (): boolean => useStoreValue(question.subscribe, question.get);
export const askForConsent = (): void => question.set(true);
export const endQuestion = (): void => question.set(false);
