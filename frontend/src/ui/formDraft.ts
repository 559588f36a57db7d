import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import { session, useSession } from '@/api/session';
import { keepLostForm, keepOpenForm, readFormCopy } from '@/lib/localCopies';
import { isShape, type Guard } from '@/lib/shape';
import { toast } from '@/lib/toast';

const RESTORED = 'Your earlier entries were restored. They are not saved yet.';

interface Options {
  /** Fields that are never kept: passwords, codes and files. */
  without?: readonly string[];
  /** The base of the draft, such as the version of a record. It is kept with the draft. */
  from?: unknown;
}

interface StoredForm {
  value: unknown;
  from?: unknown;
}

const isStoredForm = isShape<StoredForm>({
  value: (value): value is unknown => value !== undefined,
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * True if a kept value still has the shape of the form. An earlier version of the application may
 * have stored it.
 */
function hasSameShape(value: unknown, initial: unknown): boolean {
  if (initial === null || initial === undefined || value === null) return true;
  if (Array.isArray(initial)) return Array.isArray(value);
  if (typeof initial !== 'object') return typeof value !== 'object';
  return (
    isObject(value) &&
    Object.entries(value).every(([field, stored]) =>
      hasSameShape(stored, (initial as Record<string, unknown>)[field]),
    )
  );
}

function leaveOut<T>(value: T, fields: readonly string[]): unknown {
  if (fields.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)));
}

function readDraft<T>(userId: number, name: string, initial: T) {
  const guard = (value: unknown): value is StoredForm =>
    isStoredForm(value) && hasSameShape(value.value, initial);
  const copy = readFormCopy(userId, name, guard as Guard<StoredForm>);
  if (!copy) return undefined;
  const value = isObject(initial) ? { ...initial, ...(copy.value as object) } : copy.value;
  return { value: value as T, from: copy.from };
}

let restoredForms = 0;

/** True if the form of an open dialog has restored input, so that it asks before discarding it. */
export const hasRestoredForm = (): boolean => restoredForms > 0;

/** Returns the base of the kept draft, or `current` if there is no draft. */
export function useDraftOrigin<From>(name: string, current: From): From {
  const userId = useSession()?.user.user_id;
  const [origin] = useState(() => {
    const from = userId === undefined ? undefined : readDraft(userId, name, null)?.from;
    return from === undefined ? current : (from as From);
  });
  return origin;
}

/**
 * The initial state of a form: its initial values, or input restored after a reload or a lost
 * session.
 */
export interface RestoredForm<T> {
  owner: number | undefined;
  key: string;
  without: readonly string[];
  /** The values of an untouched form. */
  initial: T;
  /** The values that the form starts with. */
  values: T;
  isRestored: boolean;
  /** The base of the values, such as the version of a record. */
  origin: unknown;
}

/** Reads the values kept under this name. `useKeepForm` keeps later input. */
export function useRestoredForm<T>(
  name: string,
  initial: T | (() => T),
  { without = [], from }: Options = {},
): RestoredForm<T> {
  const owner = useSession()?.user.user_id;
  // The form stays the same if the session or the address changes while it is open.
  const [form] = useState((): RestoredForm<T> => {
    const begun = typeof initial === 'function' ? (initial as () => T)() : initial;
    const draft = owner === undefined ? undefined : readDraft(owner, name, begun);
    return {
      owner,
      key: name,
      without,
      initial: begun,
      values: draft ? draft.value : begun,
      isRestored: draft !== undefined,
      origin: draft ? draft.from : from,
    };
  });
  return form;
}

interface KeepOptions<T> {
  /** The values of a form without changes. */
  initial?: T;
  /** True if the form is on a page, and not in a dialog. */
  isOnPage?: boolean;
  /** True while the values are being saved. */
  isSaving?: boolean;
}

/**
 * Keeps the values of a form while they differ from `initial`. The values are kept for this tab and
 * account, and restored after a reload in a form of the same name. When the session ends they are
 * moved to the device, until the account signs in again and opens the form. Closing the form
 * deletes them, because it was saved or discarded. A form on a page is neither when the user leaves
 * the page by a link, so its values stay until the user returns, unless they are being saved.
 * Returns true if the values differ from `initial`.
 */
export function useKeepForm<T>(
  form: RestoredForm<T>,
  value: T,
  { initial = form.initial, isOnPage = false, isSaving = false }: KeepOptions<T> = {},
): boolean {
  const { owner, key, without, origin, isRestored } = form;
  const typed = JSON.stringify(leaveOut(value, without));
  const isChanged = typed !== JSON.stringify(leaveOut(initial, without));
  const store = useEffectEvent((put: typeof keepOpenForm) => {
    if (owner === undefined) return;
    const draft = { value: leaveOut(value, without), from: origin };
    put(owner, key, isChanged ? draft : undefined);
  });
  useEffect(() => store(keepOpenForm), [typed, isChanged]);

  const close = useEffectEvent(() => {
    const stays = isOnPage && !isSaving && session.get()?.user.user_id === owner;
    // Stores the values again, because another tab that signs out deletes the kept ones while this
    // tab may still hold input.
    if (session.wasLost()) store(keepLostForm);
    else if (owner !== undefined && !stays) keepOpenForm(owner, key, undefined);
  });
  useEffect(() => () => close(), []);

  useEffect(() => {
    if (isRestored) toast(RESTORED);
  }, [isRestored]);
  const isRestoredDialog = isRestored && !isOnPage;
  useEffect(() => {
    if (!isRestoredDialog) return undefined;
    restoredForms += 1;
    return () => {
      restoredForms -= 1;
    };
  }, [isRestoredDialog]);
  return isChanged;
}

/**
 * State that survives a reload and a lost session. Forms use `useRecordForm`, which keeps its
 * values in the same way.
 */
export function useFormDraft<T>(
  name: string,
  initial: T | (() => T),
  options?: Options,
): [value: T, setValue: Dispatch<SetStateAction<T>>, origin: unknown] {
  const form = useRestoredForm(name, initial, options);
  const [value, setValue] = useState(form.values);
  useKeepForm(form, value);
  return [value, setValue, form.origin];
}
