import { afterEach, expect, it, vi } from 'vitest';
import { timeAgo } from './dates';
import { noteServerDate, serverNow } from './serverTime';

const dated = (time: number) => new Headers({ Date: new Date(time).toUTCString() });
const TEN_MINUTES = 600_000;

afterEach(() => {
  vi.useRealTimers();
});

it.each([TEN_MINUTES, -TEN_MINUTES])("uses the server's time if the device is %i ms off", (off) => {
  const server = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: server + off });
  expect(serverNow()).toBe(server + off);
  noteServerDate(dated(server));
  expect(Math.abs(serverNow() - server)).toBeLessThan(1500);
  expect(timeAgo(new Date(server - 3 * 60_000 - 2000))).toBe('3 minutes ago');
});

it("ignores the older dates of cached responses, and changes of the device's clock", () => {
  const server = Date.now();
  noteServerDate(dated(server));
  noteServerDate(dated(server - TEN_MINUTES));
  noteServerDate(new Headers());
  vi.useFakeTimers({ toFake: ['Date'], now: server + TEN_MINUTES });
  expect(Math.abs(serverNow() - server)).toBeLessThan(1500);
});
