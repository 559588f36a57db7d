import { serverNow } from './serverTime';
import { isNumber, type Guard } from './shape';
import { readStored, store, type Place } from './stored';

/**
 * Local copies of input that the server does not have yet, in local storage. Keys contain the
 * account's id, so that the next person to sign in on this device never sees them. Signing out
 * deletes them, except for text being typed in another tab at that moment. `deleteExpiredCopies`
 * deletes the rest after a week.
 */

/** Milliseconds that copies are kept after their last change. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

/**
 * Name of the unsaved changes of a Data Request. Followed by a dot and the draft's id, if it has
 * one.
 */
export const UNSAVED_DRAFT = 'requestDraft';

/**
 * Names of an unsaved drawing and an unsaved letter template, followed by a dot and the id of the
 * procedure.
 */
export const UNSAVED_DRAWING = 'procedureDrawing';
export const UNSAVED_TEMPLATE = 'letterTemplate';

const keyOf = (userId: number | string, name: string) => `aditus.kept.${userId}.${name}`;
/** Name of the time at which the account's copies last changed. */
const CHANGED = 'changedOn';

/** Name of unsaved cells, followed by a dot and the name of the sheet. */
export const UNSAVED_SHEET = 'sheet';

/**
 * Name of a form that was open when the session ended, followed by a dot and the name of the form.
 */
const UNSAVED_FORM = 'form';

/** Returns the value kept under the name, or undefined if there is no valid one. */
export const readLocalCopy = <T>(userId: number, name: string, guard: Guard<T>): T | undefined =>
  readStored('localStorage', keyOf(userId, name), guard);

/** Keeps a value, or deletes it if it is undefined. Returns false if the browser refuses. */
export function keepLocalCopy(userId: number, name: string, value: unknown): boolean {
  if (value !== undefined) store('localStorage', keyOf(userId, CHANGED), serverNow());
  const kept = store('localStorage', keyOf(userId, name), value);
  // The time of the last change is deleted with the last value.
  if (value === undefined && keysOf(userId, '').length === 1) {
    store('localStorage', keyOf(userId, CHANGED), undefined);
  }
  return kept;
}

/**
 * Sends a message to the account's other tabs by storing and removing a key, which fires `storage`
 * events there.
 */
export function broadcast(userId: number, name: string): void {
  store('localStorage', keyOf(userId, name), serverNow());
  store('localStorage', keyOf(userId, name), undefined);
}

/**
 * Calls `onChange` when another tab changes or deletes the value under the name. Call the returned
 * function to stop.
 */
export function onLocalCopyChange(
  userId: number,
  name: string,
  onChange: (isKept: boolean) => void,
): () => void {
  const listen = (event: StorageEvent) => {
    // The key is null if the whole storage was cleared.
    if (event.key === keyOf(userId, name) || event.key === null) onChange(event.newValue !== null);
  };
  globalThis.addEventListener('storage', listen);
  return () => globalThis.removeEventListener('storage', listen);
}

/**
 * Calls `onMessage` when another tab calls `broadcast` with the name. Call the returned function to
 * stop.
 */
export const onBroadcast = (userId: number, name: string, onMessage: () => void): (() => void) =>
  onLocalCopyChange(userId, name, (isKept) => {
    if (isKept) onMessage();
  });

function keysOf(userId: number | string, name: string, place: Place = 'localStorage'): string[] {
  try {
    const prefix = keyOf(userId, name);
    return Object.keys(globalThis[place]).filter((key) => key.startsWith(prefix));
  } catch {
    // Storage is blocked.
    return [];
  }
}

export function unsavedDrafts(userId: number): string[] {
  const before = keyOf(userId, '').length;
  return keysOf(userId, UNSAVED_DRAFT).map((key) => key.slice(before));
}

/** Kinds of unsaved changes, besides drafts and forms, that signing out would delete. */
export type UnsavedChanges = 'procedure' | 'sheet';

const changes: Readonly<Record<UnsavedChanges, readonly string[]>> = {
  procedure: [UNSAVED_DRAWING, UNSAVED_TEMPLATE],
  sheet: [UNSAVED_SHEET],
};

export const unsavedChanges = (userId: number): UnsavedChanges[] =>
  (['procedure', 'sheet'] as const).filter((kind) =>
    changes[kind].some((name) => keysOf(userId, `${name}.`).length > 0),
  );

const FORM_PLACES = ['sessionStorage', 'localStorage'] as const;
const formKey = (userId: number, form: string) => keyOf(userId, `${UNSAVED_FORM}.${form}`);

/**
 * Returns the input kept for the form: that of this tab, else that of a session that ended in any
 * tab.
 */
export const readFormCopy = <T>(userId: number, form: string, guard: Guard<T>): T | undefined =>
  readStored('sessionStorage', formKey(userId, form), guard) ??
  readStored('localStorage', formKey(userId, form), guard);

/**
 * Keeps the input of an open form for this tab only: the same form in another tab starts with the
 * saved version. Deletes the copy of an ended session, which the form has already read.
 */
export function keepOpenForm(userId: number, form: string, value: unknown): void {
  store('sessionStorage', formKey(userId, form), value);
  if (value !== undefined) store('localStorage', formKey(userId, form), undefined);
}

/**
 * Keeps the input of a form that closes because the session ended, for any tab in which the account
 * signs in again.
 */
export function keepLostForm(userId: number, form: string, value: unknown): void {
  keepLocalCopy(userId, `${UNSAVED_FORM}.${form}`, value);
  store('sessionStorage', formKey(userId, form), undefined);
}

/** True if the account has a form that can be reopened. */
export const hasUnsavedForm = (userId: number): boolean =>
  FORM_PLACES.some((place) => keysOf(userId, `${UNSAVED_FORM}.`, place).length > 0);

/** Deletes all copies of the account, at sign-out. */
export function deleteLocalCopies(userId: number | string): void {
  for (const place of FORM_PLACES) {
    for (const key of keysOf(userId, '', place)) store(place, key, undefined);
  }
}

/** True if copies of this time have expired. A time in the future comes from a wrong clock. */
const isOld = (keptOn: number) => Math.abs(serverNow() - keptOn) > MAX_AGE;

/**
 * Deletes all copies of each account whose copies last changed more than a week ago. Copies without
 * a time expire a week from now.
 */
export function deleteExpiredCopies(): void {
  try {
    const owners = Object.keys(localStorage).map((key) => /^aditus\.kept\.(\d+)\./.exec(key)?.[1]);
    for (const owner of new Set(owners)) {
      if (owner === undefined) continue;
      const changedOn = readStored('localStorage', keyOf(owner, CHANGED), isNumber);
      if (changedOn === undefined) store('localStorage', keyOf(owner, CHANGED), serverNow());
      else if (isOld(changedOn)) deleteLocalCopies(owner);
    }
  } catch {
    // Storage is blocked.
  }
}
