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

interface KeptForm {
  value: unknown;
  from?: unknown;
}

const isKeptForm = isShape<KeptForm>({
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
  const fits = (value: unknown): value is KeptForm =>
    isKeptForm(value) && isLike(value.value, initial);
  const kept = readKeptForm(userId, name, fits as Guard<KeptForm>);
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

/**
 * The state of a form, which outlives the session. While the form is open, what differs from `initial` is kept in this tab under
 * the account; the form of the same name begins with it after a reload. When the session ends it stays on the device, until the
 * account signs in again and opens the form. Closing the form deletes it: the form was saved, or discarded.
 */
export function useFormDraft<T>(
  name: string,
  initial: T | (() => T),
  { without = [], from }: Options = {},
): [value: T, setValue: Dispatch<SetStateAction<T>>, origin: unknown] {
  const userId = useSession()?.user.user_id;
  const [owner] = useState(userId);
  // An address that changes behind the form does not make it another one.
  const [key] = useState(name);
  const [begun] = useState(initial);
  const [kept] = useState(() => (owner === undefined ? undefined : readDraft(owner, key, begun)));
  const [value, setValue] = useState<T>(kept ? kept.value : begun);
  const [origin] = useState(kept ? kept.from : from);

  const typed = JSON.stringify(leaveOut(value, without));
  const isChanged = typed !== JSON.stringify(leaveOut(begun, without));
  const store = useEffectEvent((put: typeof keepOpenForm) => {
    if (owner === undefined) return;
    const draft = { value: leaveOut(value, without), from: origin };
    put(owner, key, isChanged ? draft : undefined);
  });
  useEffect(() => store(keepOpenForm), [typed]);

  const close = useEffectEvent(() => {
    // Another tab that signs out deletes what is kept, while somebody may still be typing in this one.
    if (session.wasLost()) store(keepLostForm);
    else if (owner !== undefined) keepOpenForm(owner, key, undefined);
  });
  useEffect(() => () => close(), []);

  const isRestored = kept !== undefined;
  useEffect(() => {
    if (!isRestored) return undefined;
    restoredForms += 1;
    toast(RESTORED);
    return () => {
      restoredForms -= 1;
    };
  }, [isRestored]);
  return [value, setValue, origin];
}
