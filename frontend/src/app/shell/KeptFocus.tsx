import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useCallsPending } from '@/api/pendingCalls';
import { keepFocus } from '@/lib/keptFocus';

/** Keeps the focus near a control that leaves the page. A change of the page moves the focus by itself (`Shell.tsx`). */
export function KeptFocus() {
  const { pathname } = useLocation();
  const isPending = useCallsPending();
  const kept = useRef<ReturnType<typeof keepFocus>>(null);
  useLayoutEffect(() => {
    const begun = (kept.current = keepFocus());
    return begun.stop;
  }, []);
  // In the same commit that removes the screen before, so that its controls are not missed.
  useLayoutEffect(() => kept.current?.forget(), [pathname]);
  useEffect(() => kept.current?.wait(isPending), [isPending]);
  return null;
}
