import { serverNow } from './serverTime';
import { isNumber, type Guard } from './shape';
import { readStored, store, type Place } from './stored';

/**
 * What a person typed and the server does not hold yet stays on this device, in local storage. Everything is kept under the id of the
 * account, so that whoever signs in next on this device never meets it. Signing out deletes it, but for what is being typed in
 * another tab at that moment; `forgetOld` ends the rest after a week.
 */

/** Milliseconds that texts are kept after their last change. */
const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;

/** The name of words of a Data Request that are not saved yet; behind a dot, the id of their draft where it has one. */
export const UNSAVED_DRAFT = 'requestDraft';

/** The names of a drawing and of a letter's template that are not saved yet; behind a dot, the id of their procedure. */
export const UNSAVED_DRAWING = 'procedureDrawing';
export const UNSAVED_TEMPLATE = 'letterTemplate';

const keyOf = (userId: number | string, name: string) => `aditus.kept.${userId}.${name}`;
/** When a text of the account was last kept. */
const CHANGED = 'changedOn';

/** The name of cells that are not saved yet; behind a dot, the sheet. */
export const UNSAVED_SHEET = 'sheet';

/** The name of a form that was open when the session ended; behind a dot, which form. */
const UNSAVED_FORM = 'form';

/** The value kept under the name, or undefined when there is nothing that fits. */
export const readKept = <T>(userId: number, name: string, fits: Guard<T>): T | undefined =>
  readStored('localStorage', keyOf(userId, name), fits);

/** Keeps a value, or forgets it when it is undefined; false when the browser refuses. */
export function keep(userId: number, name: string, value: unknown): boolean {
  if (value !== undefined) store('localStorage', keyOf(userId, CHANGED), serverNow());
  const kept = store('localStorage', keyOf(userId, name), value);
  // Where nothing is kept any more, nobody has to know since when.
  if (value === undefined && keysOf(userId, '').length === 1) {
    store('localStorage', keyOf(userId, CHANGED), undefined);
  }
  return kept;
}

/** Lets the other tabs of the account hear of something; nothing stays of it. */
export function tellTabs(userId: number, name: string): void {
  store('localStorage', keyOf(userId, name), serverNow());
  store('localStorage', keyOf(userId, name), undefined);
}

/** Calls when another tab keeps something else under the name, or nothing any more; the answer ends it. */
export function followKept(
  userId: number,
  name: string,
  onChange: (isKept: boolean) => void,
): () => void {
  const listen = (event: StorageEvent) => {
    // Without a key it tells that all is gone.
    if (event.key === keyOf(userId, name) || event.key === null) onChange(event.newValue !== null);
  };
  globalThis.addEventListener('storage', listen);
  return () => globalThis.removeEventListener('storage', listen);
}

/** Calls when another tab tells of this; the answer ends it. */
export const followTabs = (userId: number, name: string, onTold: () => void): (() => void) =>
  followKept(userId, name, (isKept) => {
    if (isKept) onTold();
  });

function keysOf(userId: number | string, name: string, place: Place = 'localStorage'): string[] {
  try {
    const prefix = keyOf(userId, name);
    return Object.keys(globalThis[place]).filter((key) => key.startsWith(prefix));
  } catch {
    // Where nothing can be stored there is nothing to find.
    return [];
  }
}

/** The names of all words of the account that are not saved yet. */
export function unsavedDrafts(userId: number): string[] {
  const before = keyOf(userId, '').length;
  return keysOf(userId, UNSAVED_DRAFT).map((key) => key.slice(before));
}

/** What the account has changed and not saved, and what only logging out takes away. */
export type UnsavedChanges = 'procedure' | 'sheet';

const changes: Readonly<Record<UnsavedChanges, readonly string[]>> = {
  procedure: [UNSAVED_DRAWING, UNSAVED_TEMPLATE],
  sheet: [UNSAVED_SHEET],
};

/** Of what changes lie here that are not saved. */
export const unsavedChanges = (userId: number): UnsavedChanges[] =>
  (['procedure', 'sheet'] as const).filter((kind) =>
    changes[kind].some((name) => keysOf(userId, `${name}.`).length > 0),
  );

const FORM_PLACES = ['sessionStorage', 'localStorage'] as const;
const formKey = (userId: number, form: string) => keyOf(userId, `${UNSAVED_FORM}.${form}`);

/** What was typed in the form, in this tab or before the session ended in another one. */
export const readKeptForm = <T>(userId: number, form: string, fits: Guard<T>): T | undefined =>
  readStored('sessionStorage', formKey(userId, form), fits) ??
  readStored('localStorage', formKey(userId, form), fits);

/**
 * Keeps what is typed in an open form, for this tab alone: the same form in another tab begins with what is stored. What an
 * ended session left of the form has been read by now.
 */
export function keepOpenForm(userId: number, form: string, value: unknown): void {
  store('sessionStorage', formKey(userId, form), value);
  if (value !== undefined) store('localStorage', formKey(userId, form), undefined);
}

/** Keeps what was typed in a form that closes because the session ended, for any tab in which the account signs in again. */
export function keepLostForm(userId: number, form: string, value: unknown): void {
  keep(userId, `${UNSAVED_FORM}.${form}`, value);
  store('sessionStorage', formKey(userId, form), undefined);
}

/** Whether a form of the account waits to be opened again. */
export const hasUnsavedForm = (userId: number): boolean =>
  FORM_PLACES.some((place) => keysOf(userId, `${UNSAVED_FORM}.`, place).length > 0);

/** Forgets everything that was kept for the account, at sign-out. */
export function forgetKept(userId: number | string): void {
  for (const place of FORM_PLACES) {
    for (const key of keysOf(userId, '', place)) store(place, key, undefined);
  }
}

/** Whether what was kept then is to go. A time that lies ahead was of a wrong clock. */
const isOld = (keptOn: number) => Math.abs(serverNow() - keptOn) > KEPT_FOR;

/** Forgets what is older than a week, whoever left it. What does not say how old it is gets a week from now. */
export function forgetOld(): void {
  try {
    const owners = Object.keys(localStorage).map((key) => /^aditus\.kept\.(\d+)\./.exec(key)?.[1]);
    for (const owner of new Set(owners)) {
      if (owner === undefined) continue;
      const changedOn = readStored('localStorage', keyOf(owner, CHANGED), isNumber);
      if (changedOn === undefined) store('localStorage', keyOf(owner, CHANGED), serverNow());
      else if (isOld(changedOn)) forgetKept(owner);
    }
  } catch {
    // Where nothing can be stored there is nothing to forget.
  }
}
