import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns a ref for a message below the fields of a form, which may be longer than the dialog. The
 * element is scrolled into view when `said` becomes set, and again when `more` changes.
 */
export function useInSight<E extends Element>(said: unknown, more?: unknown): RefObject<E | null> {
  const place = useRef<E>(null);
  useEffect(() => {
    if (said) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [said, more]);
  return place;
}
