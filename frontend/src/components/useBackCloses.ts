import { useEffect, useEffectEvent, useRef } from 'react';
import { beforeRouter } from '@/lib/beforeRouter';

const entryOf = (state: unknown): unknown => ((state ?? {}) as { opened?: unknown }).opened;

let opened = 0;

/**
 * Has Back close what this belongs to and leave the page where it is: meanwhile the history has an entry of its own for it, of which the
 * router does not hear. Closed in another way, it takes the entry back.
 */
export function useBackCloses(close: () => void): void {
  const goBack = useEffectEvent(close);
  const entry = useRef<{ own?: number; leaving?: ReturnType<typeof setTimeout> }>({});
  useEffect(() => {
    const mine = entry.current;
    // Strict mode runs effects twice; the entry is the same.
    clearTimeout(mine.leaving);
    if (mine.own === undefined) {
      mine.own = opened += 1;
      history.pushState({ ...(history.state as object), opened: mine.own }, '');
    }
    const stop = beforeRouter(() => {
      goBack();
      return true;
    });
    return () => {
      stop();
      mine.leaving = setTimeout(() => {
        // Where a link has led on, the entry stays behind it.
        if (entryOf(history.state) !== mine.own) return;
        const heard = beforeRouter(() => {
          heard();
          return true;
        });
        history.back();
      });
    };
  }, []);
}
