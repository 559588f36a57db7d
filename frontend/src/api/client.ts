import createClient, { type Middleware } from 'openapi-fetch';
import { pendingLink } from '@/lib/pendingLink';
import { noteServerDate } from '@/lib/serverTime';
import { toast } from '@/lib/toast';
import { connection } from './connection';
import { takePrefetchedResponse } from './prefetched';
import { ApiError, lostCall, NetworkError } from './errors';
import { countCall } from './pendingCalls';
import { readApiError } from './refusals';
import type { paths } from './schema.gen';
import { session } from './session';

/** The time limit of a call in milliseconds (1 §9). */
export const CALL_TIMEOUT = 100_000;

/**
 * Returns the error of a call that got no response, and starts to check the connection unless the
 * call was aborted.
 */
export function noAnswer(cause?: unknown): NetworkError {
  const isAborted = cause instanceof Error && cause.name === 'AbortError';
  if (!isAborted) void connection.check();
  return lostCall(cause);
}

/** Returns the error of a refused call, and ends a session that the server no longer knows. */
export async function refusal(response: Response): Promise<ApiError | NetworkError> {
  // Only this header means "signed out". A bare 401 is a wrong password or a taken name (decisions,
  // "The calls").
  const current = session.get();
  if (response.status === 401 && response.headers.has('WWW-Authenticate') && current) {
    pendingLink.setCurrent({ userId: current.user.user_id, role: current.role?.role ?? null });
    session.lose();
    toast('Your session has ended. Please sign in again.', 'warning');
  }
  const error = await readApiError(response);
  // The response is a proxy's own page: the server behind it is down.
  if (!error) return noAnswer();
  connection.answered();
  return error;
}

const authorise: Middleware = {
  onRequest({ request }) {
    const token = session.token();
    // A call may bring the token of another session.
    if (token && !request.headers.has('Authorization'))
      request.headers.set('Authorization', `Token ${token}`);
    return request;
  },
  async onResponse({ response }) {
    noteServerDate(response.headers);
    if (!response.ok) throw await refusal(response);
    connection.answered();
  },
  onError({ error }) {
    return error instanceof ApiError || error instanceof NetworkError ? error : noAnswer(error);
  },
};

/**
 * The typed client of the API. The OpenAPI document types its calls. Each throws `ApiError` or
 * `NetworkError` and counts for the loading indicator. Use it inside query and mutation functions:
 * `const { data } = await api.GET('/api/v1/…', { params, signal })`.
 */
export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin,
  fetch: (request) =>
    countCall(() => {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(CALL_TIMEOUT)]);
      return takePrefetchedResponse(request, signal) ?? globalThis.fetch(request, { signal });
    }),
});
api.use(authorise);

/** Returns the body of a successful call. A success without a body is an error of the server. */
export function body<T>(result: { data?: T }): T {
  if (result.data === undefined) throw new NetworkError('The answer had no body');
  return result.data;
}
