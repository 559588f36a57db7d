import { useCallback, useLayoutEffect, useRef } from 'react';

/** One function for good, that does what the newest one does: what it is handed to is not drawn again for it. For handlers only. */
export function useNewest<Act extends (...args: never[]) => unknown>(act: Act): Act {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: never[]) => newest.current(...args), []) as Act;
}
