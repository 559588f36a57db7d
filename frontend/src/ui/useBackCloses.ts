import { useEffect, useEffectEvent, useRef } from 'react';
import { beforeRouter } from '@/lib/beforeRouter';

const openedEntry = (state: unknown): unknown => ((state ?? {}) as { opened?: unknown }).opened;

let opened = 0;

/**
 * Makes Back call `close` instead of leaving the page. Adds a history entry that the router does
 * not see, and removes it on unmount if Back was not used.
 */
export function useBackCloses(close: () => void): void {
  const goBack = useEffectEvent(close);
  const entry = useRef<{ own?: number; leaving?: ReturnType<typeof setTimeout> }>({});
  useEffect(() => {
    const mine = entry.current;
    // Strict mode runs effects twice; both runs share the entry.
    clearTimeout(mine.leaving);
    if (mine.own === undefined) {
      mine.own = opened += 1;
      const state = { ...(history.state as object), opened: mine.own };
      // The part that this one replaces, such as the sign-in dialog, leaves its entry.
      if (openedEntry(history.state) === undefined) history.pushState(state, '');
      else history.replaceState(state, '');
    }
    const stop = beforeRouter(() => {
      goBack();
      return true;
    });
    return () => {
      stop();
      mine.leaving = setTimeout(() => {
        // A link was followed, so the entry is no longer the current one.
        if (openedEntry(history.state) !== mine.own) return;
        const stopListening = beforeRouter(() => {
          stopListening();
          return true;
        });
        history.back();
      });
    };
  }, []);
}
