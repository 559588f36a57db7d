import type { Notification } from '@/api/models';

/** The server's messages (decisions, "The calls"). */
type Message =
  | { type: 'notifications' | 'notification.created'; notifications: Notification[] }
  | { type: Hint };

/** Messages without content: the client reads the data again. */
const hints = [
  'notifications.read',
  'roles.changed',
  'comments.changed',
  'requests.changed',
] as const;
type Hint = (typeof hints)[number];

interface Options {
  userId: number;
  token: string;
  /** Called each time a connection opens, with the unread notifications, at most 100. */
  onList: (unread: Notification[], reconnected: boolean) => void;
  onCreated: (created: Notification[]) => void;
  /** Called when notifications were marked as read, on this connection or another. */
  onRead: () => void;
  /** Called when the user's roles have changed. */
  onRolesChanged: () => void;
  /** Called when a comment on a request that the user follows was added, answered or resolved. */
  onCommentsChanged: () => void;
  /** Called when the stages of a request that the user can see have changed. */
  onRequestsChanged: () => void;
  /** Called when the server does not know the session any more. */
  onSignedOut: () => void;
}

const PING_EVERY = 30_000;
const RECONNECT_AFTER = 5_000;
const MAX_ATTEMPTS = 10;
/** The close code of a refused or ended session (RFC 6455, 7.4.1). */
const POLICY_VIOLATION = 1008;

function read(data: unknown): Message | undefined {
  if (typeof data !== 'string' || data === 'pong') return undefined;
  try {
    const message = JSON.parse(data) as { type?: unknown; notifications?: unknown };
    const hint = hints.find((type) => type === message.type);
    if (hint) return { type: hint };
    const known = message.type === 'notifications' || message.type === 'notification.created';
    return known && Array.isArray(message.notifications) ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps one connection to `/ws/notifications` open until the returned function is called.
 * Identifies the user, sends pings, and reconnects after a loss, at most ten times in a row and
 * again when the browser is back online.
 */
export function followNotifications(options: Options): () => void {
  const { userId, token, onList, onCreated, onRead, onSignedOut } = options;
  const { onRolesChanged, onCommentsChanged, onRequestsChanged } = options;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let greeted = false;
  let ended = false;

  const receive = (message: Message) => {
    switch (message.type) {
      case 'roles.changed':
        onRolesChanged();
        break;
      case 'comments.changed':
        onCommentsChanged();
        break;
      case 'requests.changed':
        onRequestsChanged();
        break;
      case 'notifications.read':
        onRead();
        break;
      case 'notification.created':
        onCreated(message.notifications);
        break;
      default:
        attempts = 0;
        onList(message.notifications, greeted);
        greeted = true;
    }
  };

  const connect = () => {
    const address = new URL('/ws/notifications', globalThis.location.origin);
    address.protocol = address.protocol.replace('http', 'ws');
    const opened = new WebSocket(address);
    let ping: ReturnType<typeof setInterval> | undefined;
    let heard = true;
    let over = false;
    const lose = (code?: number) => {
      clearInterval(ping);
      if (over || ended) return;
      over = true;
      socket = undefined;
      if (code === POLICY_VIOLATION) onSignedOut();
      if (attempts >= MAX_ATTEMPTS) return;
      attempts += 1;
      timer = setTimeout(connect, RECONNECT_AFTER);
    };
    socket = opened;
    opened.onopen = () => {
      opened.send(JSON.stringify({ user_id: userId, token }));
      ping = setInterval(() => {
        if (!heard) {
          // No answer to the ping: the network is lost, and the browser would take minutes to
          // report it.
          opened.close();
          lose();
          return;
        }
        heard = false;
        opened.send('ping');
      }, PING_EVERY);
    };
    opened.onmessage = ({ data }) => {
      heard = true;
      const message = read(data);
      if (message && !over && !ended) receive(message);
    };
    opened.onclose = ({ code }) => lose(code);
  };

  const onOnline = () => {
    attempts = 0;
    if (socket) return;
    clearTimeout(timer);
    connect();
  };
  globalThis.addEventListener('online', onOnline);
  // Deferred, so that nothing is opened if the caller ends it immediately.
  timer = setTimeout(connect, 0);
  return () => {
    ended = true;
    globalThis.removeEventListener('online', onOnline);
    clearTimeout(timer);
    socket?.close();
  };
}
