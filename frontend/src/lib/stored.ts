import type { Guard } from './shape';

/** `localStorage` or `sessionStorage`, by name: where a browser forbids them, touching them throws. */
export type Place = 'localStorage' | 'sessionStorage';

/**
 * The value that is stored under a key. It may be of another version of the application, or of nobody knows whom: what
 * cannot be read or has another shape is dropped, and does not come up again.
 */
export function readStored<T>(place: Place, key: string, fits: Guard<T>): T | undefined {
  try {
    const text = globalThis[place].getItem(key);
    if (text === null) return undefined;
    const value = parsed(text);
    if (fits(value)) return value;
    globalThis[place].removeItem(key);
  } catch {
    // Where nothing can be stored there is nothing to read.
  }
  return undefined;
}

/** Drops a text that another than us keeps, and reads unasked, where it is not of this form. */
export function dropUnless(place: Place, key: string, form: RegExp): void {
  try {
    if (!form.test(globalThis[place].getItem(key) ?? '')) globalThis[place].removeItem(key);
  } catch {
    // Where nothing can be stored there is nothing to drop.
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value, or forgets it when it is undefined; false when the browser refuses (no room, or switched off). */
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

/** Calls once the browser refuses to store something, or at once where it has already. The answer ends it. */
export function followRefusals(listener: () => void): () => void {
  let told = false;
  onRefusal = () => {
    if (told) return;
    told = true;
    refused = false;
    listener();
  };
  if (refused) onRefusal();
  return () => {
    onRefusal = undefined;
  };
}
