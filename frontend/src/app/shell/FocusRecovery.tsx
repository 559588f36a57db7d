import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useCallsPending } from '@/api/pendingCalls';
import { recoverFocus } from '@/lib/focusRecovery';

/**
 * Keeps the focus near a control that is removed. `Shell.tsx` moves the focus after a page change.
 */
export function FocusRecovery() {
  const { pathname } = useLocation();
  const isPending = useCallsPending();
  const recovery = useRef<ReturnType<typeof recoverFocus>>(null);
  useLayoutEffect(() => {
    const begun = (recovery.current = recoverFocus());
    return begun.stop;
  }, []);
  // Runs in the commit that removes the previous screen, so that its controls are not treated as
  // lost.
  useLayoutEffect(() => recovery.current?.forget(), [pathname]);
  useEffect(() => recovery.current?.wait(isPending), [isPending]);
  return null;
}
