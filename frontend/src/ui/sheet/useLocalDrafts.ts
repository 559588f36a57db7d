import { useCallback, useEffect, useRef, useState } from 'react';
import { onLocalCopyChange, keepLocalCopy, readLocalCopy, UNSAVED_SHEET } from '@/lib/localCopies';
import { isDrafts, type Drafts } from './drafts';

/** Returns the new drafts, given the current ones. */
export type DraftsChange = (current: Drafts) => Drafts;

/**
 * Holds the unsaved rows of a sheet. They are stored on this device under the account and shared by
 * all of its tabs: `change` works on the stored drafts, and each tab shows changes made in others.
 * `onGone` is called with the rows that another tab has saved or discarded. `read` returns the
 * stored drafts, which may be newer than those shown.
 */
export function useLocalDrafts(
  userId: number,
  sheet: string,
  onGone: (keys: readonly string[]) => void,
): { drafts: Drafts; isKept: boolean; change: (to: DraftsChange) => void; read: () => Drafts } {
  const name = `${UNSAVED_SHEET}.${sheet}`;
  const kept = useCallback(
    (): Drafts => readLocalCopy(userId, name, isDrafts) ?? {},
    [userId, name],
  );
  const [drafts, setDrafts] = useState(kept);
  const latest = useRef(drafts);
  // If the browser refuses to store the drafts, they exist only in this tab.
  const isRefused = useRef(false);
  const [isKept, setKept] = useState(true);
  const read = useCallback(() => (isRefused.current ? latest.current : kept()), [kept]);
  const change = useCallback(
    (to: DraftsChange) => {
      const next = to(read());
      const isEmpty = Object.keys(next).length === 0;
      isRefused.current = !keepLocalCopy(userId, name, isEmpty ? undefined : next);
      latest.current = next;
      setKept(!isRefused.current);
      setDrafts(next);
    },
    [userId, name, read],
  );
  const onGoneRef = useRef(onGone);
  useEffect(() => {
    onGoneRef.current = onGone;
  });
  useEffect(
    () =>
      onLocalCopyChange(userId, name, () => {
        const next = kept();
        const gone = Object.keys(latest.current).filter((key) => !(key in next));
        latest.current = next;
        setDrafts(next);
        if (gone.length > 0) onGoneRef.current(gone);
      }),
    [userId, name, kept],
  );
  return { drafts, isKept, change, read };
}
