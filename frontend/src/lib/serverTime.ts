import { externalStore } from './externalStore';

/**
 * The server's clock. Codes and ages are counted by it, since the clock of a device may be wrong by minutes. What is
 * known of it comes from the `Date` header of answers, and is carried on by a clock that nobody sets.
 */
const ahead = externalStore<number | undefined>(undefined);

/**
 * Takes over what an answer says. The header is cut to seconds and the answer was on its way for a while, so that it is
 * always a little behind, one from the browser's cache by far: the one that is most ahead counts.
 */
export function noteServerDate(headers: Headers): void {
  const date = Date.parse(headers.get('Date') ?? '');
  if (Number.isNaN(date)) return;
  ahead.set(Math.max(ahead.get() ?? -Infinity, date - performance.now()));
}

/** The time at the server, in milliseconds since 1970; until the first answer, the device's. */
export function serverNow(): number {
  const known = ahead.get();
  return known === undefined ? Date.now() : known + performance.now();
}
