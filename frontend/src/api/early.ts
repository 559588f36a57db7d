/** A call that `inline-boot.js` made before the application's scripts were loaded. */
interface EarlyCall {
  url: string;
  /** The token of the caller; undefined for a guest. */
  token?: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    early?: EarlyCall[];
    /** The title of a request, from such a response. */
    earlyTitle?: { of: number; title: string };
  }
}

/** Milliseconds after page load during which such a response counts as fresh. */
const FRESH = 30_000;

/** Returns a promise that rejects once the call is aborted. */
const givenUp = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });

/**
 * Returns the response of a call that `inline-boot.js` started, or undefined. Each can be taken once. The
 * promise rejects if the call is aborted first.
 */
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

export const earlyTitle = (requestId: number | undefined): string | undefined =>
  requestId === globalThis.window?.earlyTitle?.of
    ? globalThis.window?.earlyTitle?.title
    : undefined;
