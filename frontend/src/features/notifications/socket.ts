import type { Notification } from '@/api/models';

/** The server's messages (decisions, "The calls"). */
type Message = {
  type: 'notifications' | 'notification.created';
  notifications: Notification[];
};

interface Options {
  userId: number;
  token: string;
  /** The unread ones, each time a connection opens. */
  onList: (unread: Notification[], reconnected: boolean) => void;
  /** New ones. */
  onCreated: (created: Notification[]) => void;
  /** The server does not know the session any more. */
  onSignedOut: () => void;
}

/** Milliseconds (1 §7.3). */
const PING_EVERY = 30_000;
const RECONNECT_AFTER = 5_000;
const MAX_ATTEMPTS = 10;
/** The close code of a refused or ended session (RFC 6455, 7.4.1). */
const POLICY_VIOLATION = 1008;

function read(data: unknown): Message | undefined {
  if (typeof data !== 'string' || data === 'pong') return undefined;
  try {
    const message = JSON.parse(data) as Partial<Message>;
    const known = message.type === 'notifications' || message.type === 'notification.created';
    return known && Array.isArray(message.notifications) ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps one connection to `/ws/notifications` until the answer is called: says who is there, pings, and connects
 * again after a loss, ten times in a row at most.
 */
export function followNotifications(options: Options): () => void {
  const { userId, token, onList, onCreated, onSignedOut } = options;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let greeted = false;
  let ended = false;

  const connect = () => {
    const address = new URL('/ws/notifications', globalThis.location.origin);
    address.protocol = address.protocol.replace('http', 'ws');
    const opened = new WebSocket(address);
    let ping: ReturnType<typeof setInterval> | undefined;
    socket = opened;
    opened.onopen = () => {
      opened.send(JSON.stringify({ user_id: userId, token }));
      ping = setInterval(() => opened.send('ping'), PING_EVERY);
    };
    opened.onmessage = ({ data }) => {
      const message = read(data);
      if (!message || ended) return;
      if (message.type === 'notification.created') {
        onCreated(message.notifications);
        return;
      }
      attempts = 0;
      onList(message.notifications, greeted);
      greeted = true;
    };
    opened.onclose = ({ code }) => {
      clearInterval(ping);
      if (ended) return;
      if (code === POLICY_VIOLATION) {
        onSignedOut();
      } else if (attempts < MAX_ATTEMPTS) {
        attempts += 1;
        timer = setTimeout(connect, RECONNECT_AFTER);
      }
    };
  };
  // Not at once: where it is ended in the same breath, no connection is begun.
  timer = setTimeout(connect, 0);
  return () => {
    ended = true;
    clearTimeout(timer);
    socket?.close();
  };
}
