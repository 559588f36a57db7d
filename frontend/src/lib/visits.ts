import { externalStore } from './externalStore';

/** A screen that is shown, by its name, and to whom: the role's name labels what is recorded of it (3 §6). */
export interface Visit {
  name: string;
  role: string;
  page: string;
}

const shown = externalStore<Visit | null>(null);

/** The screen that is shown now, for whoever records visits; nothing is recorded here. */
export const visit = { get: shown.get, subscribe: shown.subscribe, begin: shown.set };
