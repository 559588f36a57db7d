import { flushSync } from 'react-dom';
import { externalStore, useStoreValue } from './externalStore';

const printing = externalStore(false);

/** True while the browser prints the page. Collapsed sections are expanded on paper. */
export const usePrinting = (): boolean => useStoreValue(printing.subscribe, printing.get);

/**
 * Renders the page for paper before it is printed, in light colours, and restores it afterwards.
 * Call the returned function to stop.
 */
export function followPrinting(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const page = document.documentElement;
  let mode: string | null = null;
  const begin = () => {
    // Some browsers repeat the event while their preview is open.
    mode ??= page.getAttribute('data-mode');
    page.setAttribute('data-mode', 'light');
    flushSync(() => printing.set(true));
  };
  const end = () => {
    if (mode !== null) page.setAttribute('data-mode', mode);
    mode = null;
    printing.set(false);
  };
  addEventListener('beforeprint', begin, { signal });
  addEventListener('afterprint', end, { signal });
  return () => stop.abort();
}
