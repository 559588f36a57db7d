/** A call that `inline-boot.js` made before the application's scripts were loaded. */
interface PrefetchedCall {
  url: string;
  /** The token of the caller; undefined for a guest. */
  token?: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    prefetchedCalls?: PrefetchedCall[];
    /** The title of a request, from such a response. */
    prefetchedTitle?: { requestId: number; title: string };
  }
}

/** Milliseconds after page load during which such a response counts as fresh. */
const FRESH_FOR = 30_000;

/** Returns a promise that rejects once the call is aborted. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const rejectNow = () => reject(signal.reason as Error);
    if (signal.aborted) rejectNow();
    else signal.addEventListener('abort', rejectNow, { once: true });
  });

/**
 * Returns the response of a call that `inline-boot.js` started, or undefined. Each can be taken once. The
 * promise rejects if the call is aborted first.
 */
export function takePrefetchedResponse(
  request: Request,
  signal: AbortSignal,
): Promise<Response> | undefined {
  if (request.method !== 'GET' || performance.now() > FRESH_FOR) return undefined;
  const calls = globalThis.window?.prefetchedCalls ?? [];
  const authorization = request.headers.get('Authorization');
  const index = calls.findIndex(
    ({ url, token }) => url === request.url && authorization === (token ? `Token ${token}` : null),
  );
  const answer = calls.splice(index, index < 0 ? 0 : 1)[0]?.answer;
  return answer && Promise.race([answer, rejectOnAbort(signal)]);
}

export const prefetchedTitle = (requestId: number | undefined): string | undefined =>
  requestId === globalThis.window?.prefetchedTitle?.requestId
    ? globalThis.window?.prefetchedTitle?.title
    : undefined;
