/** A call that the page began before its scripts were there (`first.js`). */
interface EarlyCall {
  url: string;
  /** Who asked; undefined for a guest. */
  token?: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    early?: EarlyCall[];
    /** What a request is called, from such an answer. */
    earlyTitle?: { of: number; title: string };
  }
}

/** Milliseconds from the beginning of the page in which such an answer is taken for a new one. */
const FRESH = 30_000;

/** Fails as a call does that is given up. */
const givenUp = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });

/** The answer to a call that is under way since the page began, once, unless it is given up before; undefined for any other. */
export function takeEarly(request: Request, signal: AbortSignal): Promise<Response> | undefined {
  if (request.method !== 'GET' || performance.now() > FRESH) return undefined;
  const calls = globalThis.window?.early ?? [];
  const asker = request.headers.get('Authorization');
  const index = calls.findIndex(
    ({ url, token }) => url === request.url && asker === (token ? `Token ${token}` : null),
  );
  const answer = calls.splice(index, index < 0 ? 0 : 1)[0]?.answer;
  return answer && Promise.race([answer, givenUp(signal)]);
}

/** What this request is called, where the page was told before its scripts were there. */
export const earlyTitle = (requestId: number | undefined): string | undefined =>
  requestId === globalThis.window?.earlyTitle?.of
    ? globalThis.window?.earlyTitle?.title
    : undefined;
