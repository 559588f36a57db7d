import type { Guard } from './shape';

/**
 * `localStorage` or `sessionStorage`, by name, because access throws if the browser forbids them.
 */
export type Place = 'localStorage' | 'sessionStorage';

/**
 * Returns the value stored under a key. It may come from another version of the application, or
 * from another program. A value that cannot be parsed or has another shape is removed.
 */
export function readStored<T>(place: Place, key: string, guard: Guard<T>): T | undefined {
  try {
    const text = globalThis[place].getItem(key);
    if (text === null) return undefined;
    const value = parsed(text);
    if (guard(value)) return value;
    globalThis[place].removeItem(key);
  } catch {
    // Storage is blocked.
  }
  return undefined;
}

/**
 * Removes a value that a library stores and reads without validation, if it is not of this form.
 */
export function dropUnless(place: Place, key: string, form: RegExp): void {
  try {
    if (!form.test(globalThis[place].getItem(key) ?? '')) globalThis[place].removeItem(key);
  } catch {
    // Storage is blocked.
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Stores a value, or removes it if it is undefined. Returns false if the browser refuses (no space,
 * or blocked).
 */
export function store(place: Place, key: string, value: unknown): boolean {
  try {
    if (value === undefined) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    if (value !== undefined) noteRefusal();
    return false;
  }
}

let refused = false;
let onRefusal: (() => void) | undefined;

function noteRefusal(): void {
  refused = true;
  onRefusal?.();
}

/**
 * Calls `listener` the first time the browser refuses to store a value, or at once if it already
 * has. Call the returned function to stop.
 */
export function followRefusals(listener: () => void): () => void {
  let hasNotified = false;
  onRefusal = () => {
    if (hasNotified) return;
    hasNotified = true;
    refused = false;
    listener();
  };
  if (refused) onRefusal();
  return () => {
    onRefusal = undefined;
  };
}
