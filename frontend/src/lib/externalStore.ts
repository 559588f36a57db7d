/** A value outside React that components follow with `useSyncExternalStore`. */
export interface ExternalStore<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function externalStore<T>(initial: T): ExternalStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The same, kept in the browser's session storage under `key`; `empty` stands when nothing readable is there. */
export function sessionStore<T>(key: string, empty: T): ExternalStore<T> {
  const store = externalStore(read(key, empty));
  return {
    ...store,
    set: (value) => {
      if (value === empty) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(value));
      store.set(value);
    },
  };
}

function read<T>(key: string, empty: T): T {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? empty : (JSON.parse(text) as T);
  } catch {
    return empty;
  }
}
