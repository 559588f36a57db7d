import { useEffect, useEffectEvent, useState, type Dispatch, type SetStateAction } from 'react';
import { session, useSession } from '@/api/session';
import { keepLostForm, keepOpenForm, readKeptForm } from '@/lib/keptOnDevice';
import { isShape, type Guard } from '@/lib/shape';
import { toast } from '@/lib/toast';

const RESTORED = 'What you had typed here is back. It is not saved yet.';

interface Options {
  /** Fields that are never kept: passwords, codes and files. */
  without?: readonly string[];
  /** What the draft began from, such as the version of a record. It is kept with the draft. */
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

/** Whether a kept value still has the shape of the form: an earlier version of the application may have left it. */
function isLike(value: unknown, initial: unknown): boolean {
  if (initial === null || initial === undefined || value === null) return true;
  if (Array.isArray(initial)) return Array.isArray(value);
  if (typeof initial !== 'object') return typeof value !== 'object';
  return (
    isObject(value) &&
    Object.entries(value).every(([field, kept]) =>
      isLike(kept, (initial as Record<string, unknown>)[field]),
    )
  );
}

function leaveOut<T>(value: T, fields: readonly string[]): unknown {
  if (fields.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)));
}

function readDraft<T>(userId: number, name: string, initial: T) {
  const fits = (value: unknown): value is StoredForm =>
    isStoredForm(value) && isLike(value.value, initial);
  const kept = readKeptForm(userId, name, fits as Guard<StoredForm>);
  if (!kept) return undefined;
  const value = isObject(initial) ? { ...initial, ...(kept.value as object) } : kept.value;
  return { value: value as T, from: kept.from };
}

let restoredForms = 0;

/** Whether an open form began with what was typed before: a dialog then asks before it discards it. */
export const hasRestoredForm = (): boolean => restoredForms > 0;

/** What a kept draft of this name began from; `current` where there is none. */
export function useDraftOrigin<From>(name: string, current: From): From {
  const userId = useSession()?.user.user_id;
  const [origin] = useState(() => {
    const from = userId === undefined ? undefined : readDraft(userId, name, null)?.from;
    return from === undefined ? current : (from as From);
  });
  return origin;
}

/** A form as it begins: from its initial values, or from what was typed before the session ended. */
export interface KeptForm<T> {
  owner: number | undefined;
  key: string;
  without: readonly string[];
  /** The values of an untouched form. */
  initial: T;
  /** The values that it begins with. */
  first: T;
  isRestored: boolean;
  /** What the typed values began from, such as the version of a record. */
  origin: unknown;
}

/** Reads what was kept under this name. `useKeepForm` keeps what is typed from then on. */
export function useKeptForm<T>(
  name: string,
  initial: T | (() => T),
  { without = [], from }: Options = {},
): KeptForm<T> {
  const owner = useSession()?.user.user_id;
  // Neither a later session nor an address that changes behind the form makes it another form.
  const [form] = useState((): KeptForm<T> => {
    const begun = typeof initial === 'function' ? (initial as () => T)() : initial;
    const kept = owner === undefined ? undefined : readDraft(owner, name, begun);
    return {
      owner,
      key: name,
      without,
      initial: begun,
      first: kept ? kept.value : begun,
      isRestored: kept !== undefined,
      origin: kept ? kept.from : from,
    };
  });
  return form;
}

/**
 * Keeps the values of a form while they differ from `initial`. The open form is kept in this tab under the account; the form of the
 * same name begins with it after a reload. When the session ends it stays on the device, until the account signs in again and opens
 * the form. Closing the form deletes it: the form was saved, or discarded. Returns whether the values differ from `initial`.
 */
export function useKeepForm<T>(form: KeptForm<T>, value: T, initial: T = form.initial): boolean {
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
    // Another tab that signs out deletes what is kept, while somebody may still be typing in this one.
    if (session.wasLost()) store(keepLostForm);
    else if (owner !== undefined) keepOpenForm(owner, key, undefined);
  });
  useEffect(() => () => close(), []);

  useEffect(() => {
    if (!isRestored) return undefined;
    restoredForms += 1;
    toast(RESTORED);
    return () => {
      restoredForms -= 1;
    };
  }, [isRestored]);
  return isChanged;
}

/** State that outlives the session. A form uses `useRecordForm`, which keeps its values in the same way. */
export function useFormDraft<T>(
  name: string,
  initial: T | (() => T),
  options?: Options,
): [value: T, setValue: Dispatch<SetStateAction<T>>, origin: unknown] {
  const form = useKeptForm(name, initial, options);
  const [value, setValue] = useState(form.first);
  useKeepForm(form, value);
  return [value, setValue, form.origin];
}
