import { sessionStore } from './externalStore';
import { isNullOr, isText } from './shape';

const store = sessionStore<string | null>('aditus.wayBack', null, isNullOr(isText));

/** The screen of the request form that was left to choose variables in the dictionary: its path, or null where none was left. */
export const wayBack = {
  get: store.get,
  subscribe: store.subscribe,
  note: store.set,
  forget: (): void => {
    if (store.get() !== null) store.set(null);
  },
};
