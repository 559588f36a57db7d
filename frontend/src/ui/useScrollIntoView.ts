import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns a ref for a message below the fields of a form, which may be longer than the dialog. The
 * element is scrolled into view when `message` becomes set, and again when `more` changes.
 */
export function useScrollIntoView<E extends Element>(
  message: unknown,
  more?: unknown,
): RefObject<E | null> {
  const place = useRef<E>(null);
  useEffect(() => {
    if (message) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [message, more]);
  return place;
}
