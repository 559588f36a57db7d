import { useState, type MouseEvent } from 'react';
import { serverNow } from '@/lib/serverTime';
import { toast } from '@/lib/toast';

export type Renew = () => Promise<{ url: string }>;

/**
 * Milliseconds for which a URL is used. Somewhat less than its validity on the server (decisions
 * F2).
 */
const GOOD_FOR = 4 * 60 * 1000;

interface Address {
  /** The URL with which the file was opened. */
  first: string;
  shown: string;
  newest: string;
  openedAt: number;
  /** The time of the newest URL, if it is not the first. */
  askedAt?: number;
}

const newAddress = (first: string): Address => ({
  first,
  shown: first,
  newest: first,
  openedAt: serverNow(),
});

/** Provides the URL of a file, and requests a new one if it is too old when needed. */
export function useAddress(first: string, renew: Renew | undefined) {
  const [address, setAddress] = useState(() => newAddress(first));
  // Another file is shown by the same viewer.
  if (address.first !== first) setAddress(newAddress(first));
  const { shown, newest, askedAt, openedAt } = address;
  const ask = async () => {
    if (!renew) throw new Error('The address is the only one');
    const { url } = await renew();
    const asked = { newest: url, askedAt: serverNow() };
    setAddress((now) => (now.first === first ? { ...now, ...asked } : now));
    return url;
  };

  /**
   * Click handler of a link to the file: follows a new URL if the current one is about to expire.
   */
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!renew || serverNow() - (askedAt ?? openedAt) < GOOD_FOR) return;
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
    const isNew = askedAt !== undefined && serverNow() - askedAt < GOOD_FOR;
    if (!renew || isNew) {
      onFailed();
      return;
    }
    ask()
      .then((url) => setAddress((now) => (now.first === first ? { ...now, shown: url } : now)))
      .catch(onFailed);
  };

  return { shown, newest, follow, renewShown };
}
