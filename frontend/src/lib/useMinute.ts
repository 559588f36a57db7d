import { useSyncExternalStore } from 'react';
import { serverNow } from './serverTime';

const MINUTE = 60_000;

function everyMinute(tick: () => void): () => void {
  const timer = setInterval(tick, MINUTE);
  return () => clearInterval(timer);
}

/** Renders again each minute, for times that are told in minutes and hours; answers the minute by the server's clock. */
export const useMinute = (): number =>
  useSyncExternalStore(everyMinute, () => Math.floor(serverNow() / MINUTE));
