import { externalStore, useFollowed } from './externalStore';

/*
 * What the shell knows of the count of clicks (decisions A11): whether it is on, and whether the visitor is being asked. The rest is
 * loaded with the count (`features/tracking/visitor.ts`).
 */
const counted = externalStore(false);
const asked = externalStore(false);

/** True where the deployer switched the count on. */
export const useClicksCounted = (): boolean => useFollowed(counted.subscribe, counted.get);
export const setClicksCounted = counted.set;

/** True while the question is shown. */
export const useConsentAsked = (): boolean => useFollowed(asked.subscribe, asked.get);
export const askForConsent = (): void => asked.set(true);
export const endQuestion = (): void => asked.set(false);
