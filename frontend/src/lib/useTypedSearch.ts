import { useEffect, useEffectEvent, useState } from 'react';

interface TypedSearch {
  /** What stands in the field. */
  text: string;
  setText: (text: string) => void;
  /** Searches at once. */
  search: (text: string) => void;
  /** Searches at once for what was typed and not searched for yet. */
  searchPending: () => void;
}

/**
 * The text of a field that searches when typing rests. The text belongs to the field: `value`, the search in force,
 * follows later, because the address changes in a transition. It replaces the text only when it is changed from
 * elsewhere (Back, a link), never while it catches up with what was searched for here.
 */
export function useTypedSearch(
  value: string,
  onSearch: (text: string) => void,
  /** Milliseconds of rest before a search runs (2 §2). */
  delay = 500,
): TypedSearch {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== asked) {
      setAsked(value);
      setText(value);
    }
  }
  const search = (next: string) => {
    setAsked(next.trim());
    onSearch(next.trim());
  };
  const searchPending = () => {
    if (text.trim() !== asked.trim()) search(text);
  };
  const onRest = useEffectEvent(searchPending);
  useEffect(() => {
    const timer = setTimeout(onRest, delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return { text, setText, search, searchPending };
}
