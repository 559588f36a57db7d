import { useRef, useState, type MouseEvent } from 'react';
import { serverNow } from '@/lib/serverTime';
import { toast } from '@/lib/toast';

export type Renew = () => Promise<{ url: string }>;

/**
 * Milliseconds for which a URL is used. Somewhat less than its validity on the server (decisions
 * F2).
 */
const GOOD_FOR = 4 * 60 * 1000;

/** Provides the URL of a file, and requests a new one if it is too old when needed. */
export function useAddress(first: string, renew: Renew | undefined) {
  const [shown, setShown] = useState(first);
  const [newest, setNewest] = useState(first);
  const askedAt = useRef<number>(undefined);
  const [openedAt] = useState(serverNow);
  const ask = async () => {
    if (!renew) throw new Error('The address is the only one');
    const { url } = await renew();
    askedAt.current = serverNow();
    setNewest(url);
    return url;
  };

  /**
   * Click handler of a link to the file: follows a new URL if the current one is about to expire.
   */
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!renew || serverNow() - (askedAt.current ?? openedAt) < GOOD_FOR) return;
    event.preventDefault();
    const link = event.currentTarget.cloneNode() as HTMLAnchorElement;
    ask()
      .then((url) => {
        link.href = url;
        link.click();
      })
      .catch(() => toast('Error accessing the file.', 'error'));
  };

  /** Shows the file with a new URL, or calls `onFailed` if the URL is already new. */
  const renewShown = (onFailed: () => void) => {
    const isNew = askedAt.current !== undefined && serverNow() - askedAt.current < GOOD_FOR;
    if (!renew || isNew) {
      onFailed();
      return;
    }
    ask().then(setShown).catch(onFailed);
  };

  return { shown, newest, follow, renewShown };
}
