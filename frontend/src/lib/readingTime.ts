import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds to notice a message, and to read one character of it without haste. */
const TO_NOTICE = 2000;
const PER_CHARACTER = 60;

/** Milliseconds a message stays: as long as the specification says, and as long as it takes to read. */
const readingTime = (text: string, least: number): number =>
  Math.max(least, TO_NOTICE + PER_CHARACTER * text.length);

/**
 * Calls `onRead` when a message was shown for as long as it takes to read. The time stands still, and begins anew, while
 * the pointer or the focus is on it (WCAG 2.2.1), for which the answer goes on its element, and while nobody can see
 * the page.
 */
export function useReadingTime(text: string, least: number, onRead: () => void) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(document.hidden);
  const end = useEffectEvent(onRead);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const held = pointed || focused || hidden;
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => end(), readingTime(text, least));
    return () => clearTimeout(timer);
  }, [held, text, least]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
