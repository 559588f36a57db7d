import { useEffect, useEffectEvent, useState } from 'react';

interface TypedSearch {
  text: string;
  setText: (text: string) => void;
  search: (text: string) => void;
  /** Searches at once for text that was typed but not searched for yet. */
  searchPending: () => void;
}

/**
 * Holds the text of a search field that searches after a pause in typing. `value`, the current
 * search, lags behind the text, because the address changes in a transition. It replaces the text
 * only if it changes from elsewhere (Back, a link), not while it catches up with a search made
 * here.
 */
export function useTypedSearch(
  value: string,
  onSearch: (text: string) => void,
  /** Milliseconds without typing before a search runs (2 §2). */
  delay = 500,
): TypedSearch {
  const [text, setText] = useState(value);
  const [lastSearch, setLastSearch] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== lastSearch) {
      setLastSearch(value);
      setText(value);
    }
  }
  const search = (next: string) => {
    setLastSearch(next.trim());
    onSearch(next.trim());
  };
  const searchPending = () => {
    if (text.trim() !== lastSearch.trim()) search(text);
  };
  const onRest = useEffectEvent(searchPending);
  useEffect(() => {
    const timer = setTimeout(onRest, delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return { text, setText, search, searchPending };
}
