import { sessionStore } from './externalStore';
import { isNullOr, isText } from './shape';

const store = sessionStore<string | null>('aditus.wayBack', null, isNullOr(isText));

/**
 * Path of the request form's screen that was left to choose variables in the dictionary, or null.
 */
export const returnPath = {
  get: store.get,
  subscribe: store.subscribe,
  note: store.set,
  forget: (): void => {
    if (store.get() !== null) store.set(null);
  },
};
