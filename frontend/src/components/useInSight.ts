import { useEffect, useRef, type RefObject } from 'react';

/**
 * Where something is said below the fields of a form, which may be longer than the dialog: it is scrolled into sight when there is
 * something to say, and again when that becomes more.
 */
export function useInSight<E extends Element>(said: unknown, more?: unknown): RefObject<E | null> {
  const place = useRef<E>(null);
  useEffect(() => {
    if (said) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [said, more]);
  return place;
}
