import { externalStore } from './externalStore';

/**
 * Offset of the server's clock from the browser's monotonic clock, in milliseconds. Expiry times of
 * codes and ages use it, since the clock of a device may be wrong by minutes. It is derived from
 * the `Date` headers of responses.
 */
const ahead = externalStore<number | undefined>(undefined);

/**
 * Updates the offset from the `Date` header of a response. The header is cut to seconds and the
 * response took time to arrive, so the result is always a little behind, and far behind for a
 * response from the browser's cache. The largest offset is therefore the best.
 */
export function noteServerDate(headers: Headers): void {
  const date = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(date)) return;
  ahead.set(Math.max(ahead.get() ?? -Infinity, date - performance.now()));
}

/**
 * Returns the server's time in milliseconds since 1970. Before the first response it is the
 * device's time.
 */
export function serverNow(): number {
  const offset = ahead.get();
  return offset === undefined ? Date.now() : offset + performance.now();
}
