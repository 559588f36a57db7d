import { useSyncExternalStore } from 'react';
import type { Guard } from './shape';
import { readStored, store as keepStored } from './stored';

/** A value outside React to which components subscribe with `useStoreValue`. */
export interface ExternalStore<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

interface Resettable {
  reset: () => void;
}

/** All stores of the page. The references are weak, because a store may belong to one draft. */
const stores = new Set<WeakRef<Resettable>>();

/** Resets all stores to their initial values, for tests that share the modules. */
export function resetAllStores(): void {
  for (const store of stores) store.deref()?.reset();
}

export function externalStore<T>(initial: T): ExternalStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const store = {
    get: () => value,
    set: (next: T) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reset: () => {
      if (value !== initial) store.set(initial);
    },
  };
  stores.add(new WeakRef(store));
  return store;
}

/** Subscribes a component to a store. During prerendering it returns the store's initial value. */
export function useStoreValue<T>(subscribe: ExternalStore<unknown>['subscribe'], get: () => T): T {
  return useSyncExternalStore(subscribe, get, get);
}

/**
 * A store that is kept in the browser's session storage under `key`. It starts with `empty` if no
 * valid value is stored.
 */
export function sessionStore<T>(key: string, empty: T, guard: Guard<T>): ExternalStore<T> {
  const store = externalStore(empty);
  store.set(readStored('sessionStorage', key, guard) ?? empty);
  return {
    ...store,
    set: (value) => {
      keepStored('sessionStorage', key, value === empty ? undefined : value);
      store.set(value);
    },
  };
}
