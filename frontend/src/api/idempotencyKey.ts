import { isMapOf, isText } from '@/lib/shape';
import { readStored, store } from '@/lib/stored';
import { ApiError } from './errors';
import { session } from './session';

/**
 * The storage key of the idempotency keys of calls with an unknown outcome, by a digest of their
 * content. They are stored so that they survive a reload.
 */
const STORED = 'aditus.sentOnce';

const isKeys = isMapOf(isText);
const readKeys = () => readStored('sessionStorage', STORED, isKeys) ?? {};
/** A copy in memory, for browsers that cannot store anything. */
let keys: Record<string, string> | undefined;

function remember(sent: string, key: string | undefined): void {
  keys = { ...(keys ?? readKeys()) };
  if (key === undefined) delete keys[sent];
  else keys[sent] = key;
  store('sessionStorage', STORED, Object.keys(keys).length > 0 ? keys : undefined);
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns a 53-bit digest of a text. It is no security measure: if two texts had the same digest,
 * the server would refuse the second call because its content differs. `crypto.subtle` is missing
 * if the application is reached without TLS.
 */
function digest(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** True if the outcome of the call is known. The same content is then a new call. */
function hasKnownOutcome(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![408, 409, 429].includes(error.status);
}

/**
 * Makes a creating call with an `Idempotency-Key`. The same content, sent again by a second click
 * or after a lost connection, reuses the key until the outcome is known, so the server carries the
 * call out once. Changed content gets a new key.
 */
export async function withIdempotencyKey<T>(
  path: string,
  content: unknown,
  call: (headers: { 'Idempotency-Key': string }) => Promise<T>,
): Promise<T> {
  const sent = digest(`${session.get()?.user.user_id ?? ''} ${path} ${JSON.stringify(content)}`);
  const storedKey = (keys ?? readKeys())[sent];
  const key = storedKey ?? newKey();
  if (!storedKey) remember(sent, key);
  try {
    const answer = await call({ 'Idempotency-Key': `"${key}"` });
    remember(sent, undefined);
    return answer;
  } catch (error) {
    if (hasKnownOutcome(error)) remember(sent, undefined);
    throw error;
  }
}
