import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds to notice a message, and to read one character at a leisurely pace. */
const TO_NOTICE = 2000;
const PER_CHARACTER = 60;

/**
 * Returns for how many milliseconds a message is shown: at least `least`, which the specification
 * prescribes, and long enough to read it.
 */
const readingTime = (text: string, least: number): number =>
  Math.max(least, TO_NOTICE + PER_CHARACTER * text.length);

/**
 * Calls `onRead` once a message was shown long enough to be read. The timer stops, and later starts
 * anew, while the pointer or the focus is on the message (WCAG 2.2.1) or the page is hidden. Spread
 * the returned handlers on the message's element.
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
  const isPaused = pointed || focused || hidden;
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => end(), readingTime(text, least));
    return () => clearTimeout(timer);
  }, [isPaused, text, least]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
