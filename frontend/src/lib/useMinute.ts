import { useSyncExternalStore } from 'react';
import { serverNow } from './serverTime';

const MINUTE = 60_000;

function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, MINUTE);
  return () => clearInterval(timer);
}

/**
 * Renders the component again each minute, for ages and times left. Returns the current minute by
 * the server's clock.
 */
export const useMinute = (): number =>
  useSyncExternalStore(everyMinute, () => Math.floor(serverNow() / MINUTE));
