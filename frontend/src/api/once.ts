import { isMapOf, isText } from '@/lib/shape';
import { readStored, store } from '@/lib/stored';
import { ApiError } from './errors';
import { session } from './session';

/** Where the keys lie of calls whose outcome is not known, by a digest of what they send: a reload must not lose them. */
const STORED = 'aditus.sentOnce';

const isKeys = isMapOf(isText);
const readKeys = () => readStored('sessionStorage', STORED, isKeys) ?? {};
/** Where nothing can be stored they last as long as the page. */
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
 * A digest of a text, of 53 bits. It keeps nobody out: were it the same for two texts, the server would refuse the second
 * because its content is another one. `crypto.subtle` is missing where the product is reached without TLS.
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

/** Whether the server has said what became of the call: then the same content is another call. */
function isSettled(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![408, 409, 429].includes(error.status);
}

/**
 * Makes a call that makes something, with an `Idempotency-Key`. The same content sent again, by a second click or after a
 * lost connection, has the same key until an answer came, and the server carries it out once; changed content has another.
 */
export async function once<T>(
  path: string,
  content: unknown,
  call: (headers: { 'Idempotency-Key': string }) => Promise<T>,
): Promise<T> {
  const sent = digest(`${session.get()?.user.user_id ?? ''} ${path} ${JSON.stringify(content)}`);
  const known = (keys ?? readKeys())[sent];
  const key = known ?? newKey();
  if (!known) remember(sent, key);
  try {
    const answer = await call({ 'Idempotency-Key': `"${key}"` });
    remember(sent, undefined);
    return answer;
  } catch (error) {
    if (isSettled(error)) remember(sent, undefined);
    throw error;
  }
}
