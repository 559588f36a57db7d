import { useEffect, useEffectEvent, useState } from 'react';
import { session } from '@/api/session';
import { keepOpenForm } from '@/lib/localCopies';

interface Form {
  values: object;
  /** The record with which the user started. */
  opened: unknown;
  isDirty: boolean;
}

/**
 * Keeps unsaved input in this tab when the user leaves the page by a link. The form of the same
 * name restores it when the user returns. Call it after `useRecordForm`, which deletes the input
 * when the form closes. A lost session keeps the input elsewhere, and signing out deletes it.
 */
export function useKeepOnLeave(name: string, { values, opened, isDirty }: Form): void {
  const [owner] = useState(() => session.get()?.user.user_id);
  const keep = useEffectEvent(() => {
    if (!isDirty || owner === undefined || session.get()?.user.user_id !== owner) return;
    keepOpenForm(owner, name, { value: values, from: opened });
  });
  useEffect(() => () => keep(), []);
}
