import { useRef, useState, type MouseEvent } from 'react';
import { serverNow } from '@/lib/serverTime';
import { toast } from '@/lib/toast';

/** Asks for another address of a file. */
export type Renew = () => Promise<{ url: string }>;

/** For how long an address is followed without asking for another: some time before the server lets it end (decisions F2). */
const GOOD_FOR = 4 * 60 * 1000;

/** The address of a file, which is renewed when it is needed and too old. */
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

  /** For a link to the file: follows a new address where the present one is about to end. */
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

  /** Shows the file by a new address, unless that one is new already. */
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
