import { useCallback, useEffect, useRef, useState } from 'react';
import { followKept, keep, readKept, UNSAVED_SHEET } from '@/lib/keptOnDevice';
import { isDrafts, type Drafts } from './drafts';

/** Makes other drafts of those that there are. */
export type DraftsChange = (current: Drafts) => Drafts;

/**
 * The rows of a sheet that are not saved yet. They are kept on this device under the account, and are the same in all of its tabs: a
 * change is made to what is kept by then, and each tab shows what another one has typed. `onGone` hears which rows another tab has
 * saved or discarded. `read` answers the rows as they are kept now, which may be later than they are shown.
 */
export function useKeptDrafts(
  userId: number,
  sheet: string,
  onGone: (keys: readonly string[]) => void,
): { drafts: Drafts; isKept: boolean; change: (to: DraftsChange) => void; read: () => Drafts } {
  const name = `${UNSAVED_SHEET}.${sheet}`;
  const kept = useCallback((): Drafts => readKept(userId, name, isDrafts) ?? {}, [userId, name]);
  const [drafts, setDrafts] = useState(kept);
  const latest = useRef(drafts);
  // A browser that keeps nothing leaves the drafts to this tab.
  const isRefused = useRef(false);
  const [isKept, setKept] = useState(true);
  const read = useCallback(() => (isRefused.current ? latest.current : kept()), [kept]);
  const change = useCallback(
    (to: DraftsChange) => {
      const next = to(read());
      const isEmpty = Object.keys(next).length === 0;
      isRefused.current = !keep(userId, name, isEmpty ? undefined : next);
      latest.current = next;
      setKept(!isRefused.current);
      setDrafts(next);
    },
    [userId, name, read],
  );
  const told = useRef(onGone);
  useEffect(() => {
    told.current = onGone;
  });
  useEffect(
    () =>
      followKept(userId, name, () => {
        const next = kept();
        const gone = Object.keys(latest.current).filter((key) => !(key in next));
        latest.current = next;
        setDrafts(next);
        if (gone.length > 0) told.current(gone);
      }),
    [userId, name, kept],
  );
  return { drafts, isKept, change, read };
}
