import { externalStore } from './externalStore';

/** A screen that is shown. The role labels the recorded visit (3 §6). */
export interface Visit {
  name: string;
  role: string;
  page: string;
}

const current = externalStore<Visit | null>(null);

/** The current screen, for the code that records visits. Nothing is recorded here. */
export const visit = { get: current.get, subscribe: current.subscribe, begin: current.set };
