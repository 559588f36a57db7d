import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeNotification } from '@/testing/reviewFactories';
import { followNotifications } from './socket';

/** A fake WebSocket that the test opens, feeds and loses. */
class Connection {
  static all: Connection[] = [];
  static get last(): Connection {
    return Connection.all.at(-1)!;
  }

  onopen?: () => void;
  onmessage?: (event: { data: unknown }) => void;
  onclose?: (event: { code: number }) => void;
  sent: string[] = [];
  closed = false;

  constructor(readonly address: URL) {
    Connection.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
  say(message: unknown) {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
  lose(code = 1006) {
    this.onclose?.({ code });
  }
}

const told = {
  onList: vi.fn(),
  onCreated: vi.fn(),
  onRead: vi.fn(),
  onRolesChanged: vi.fn(),
  onCommentsChanged: vi.fn(),
  onRequestsChanged: vi.fn(),
  onSignedOut: vi.fn(),
};
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Connection);
  Connection.all = [];
  for (const heard of Object.values(told)) heard.mockClear();
  stop = followNotifications({ userId: 7, token: 'secret', ...told });
  vi.advanceTimersByTime(0);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const list = { type: 'notifications', notifications: [makeNotification()] };

it('identifies the user, and passes messages on', () => {
  const { last } = Connection;
  expect(last.address.href).toBe('ws://localhost:3000/ws/notifications');
  last.onopen?.();
  expect(last.sent).toEqual([JSON.stringify({ user_id: 7, token: 'secret' })]);
  last.say(list);
  expect(told.onList).toHaveBeenCalledWith(list.notifications, false);
  last.say({ ...list, type: 'notification.created' });
  expect(told.onCreated).toHaveBeenCalledWith(list.notifications);
  last.say({ type: 'notifications.read' });
  expect(told.onRead).toHaveBeenCalledOnce();
  last.say({ type: 'roles.changed' });
  expect(told.onRolesChanged).toHaveBeenCalledOnce();
  last.say({ type: 'comments.changed' });
  expect(told.onCommentsChanged).toHaveBeenCalledOnce();
  last.say({ type: 'requests.changed' });
  expect(told.onRequestsChanged).toHaveBeenCalledOnce();
});

it('ignores invalid messages', () => {
  const { last } = Connection;
  last.onopen?.();
  for (const text of ['{', 'pong', '{"type":"weather"}', '{"type":"notifications"}']) {
    last.say(text);
  }
  last.onmessage?.({ data: new ArrayBuffer(2) });
  for (const heard of Object.values(told)) expect(heard).not.toHaveBeenCalled();
});

it('reconnects 5 s after a loss, and reports the reconnection', () => {
  Connection.last.onopen?.();
  Connection.last.say(list);
  Connection.last.lose();
  vi.advanceTimersByTime(4_999);
  expect(Connection.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(Connection.all).toHaveLength(2);
  Connection.last.onopen?.();
  Connection.last.say(list);
  expect(told.onList).toHaveBeenLastCalledWith(list.notifications, true);
});

it('tries ten times, and starts again when the browser is back online', () => {
  Connection.last.lose();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    vi.advanceTimersByTime(5_000);
    if (Connection.all.length < 12) Connection.last.lose();
  }
  expect(Connection.all).toHaveLength(11);
  window.dispatchEvent(new Event('online'));
  expect(Connection.all).toHaveLength(12);
  Connection.last.lose();
  vi.advanceTimersByTime(5_000);
  expect(Connection.all).toHaveLength(13);
});

it('resets the number of attempts once the server has sent its list', () => {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    Connection.last.onopen?.();
    Connection.last.say(list);
    Connection.last.lose();
    vi.advanceTimersByTime(5_000);
  }
  expect(Connection.all).toHaveLength(31);
});

it('pings every 30 s, and closes a connection that does not answer', () => {
  const { last } = Connection;
  last.onopen?.();
  vi.advanceTimersByTime(30_000);
  expect(last.sent.at(-1)).toBe('ping');
  last.say('pong');
  vi.advanceTimersByTime(30_000);
  expect(last.closed).toBe(false);
  vi.advanceTimersByTime(30_000);
  expect(last.closed).toBe(true);
  // The browser reports the close later, which does not count as a second loss.
  last.lose();
  vi.advanceTimersByTime(5_000);
  expect(Connection.all).toHaveLength(2);
});

it('reports a session that the server ended', () => {
  Connection.last.onopen?.();
  Connection.last.lose(1008);
  expect(told.onSignedOut).toHaveBeenCalledOnce();
});

it('calls nothing after it was ended', () => {
  const { last } = Connection;
  stop();
  expect(last.closed).toBe(true);
  last.say(list);
  last.lose();
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(told.onList).not.toHaveBeenCalled();
  expect(Connection.all).toHaveLength(1);
});
