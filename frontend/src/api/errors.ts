import type { components } from './schema.gen';

type Problem = components['schemas']['ProblemBody'];

/** The stable identifier of why a call was refused. Decide by it, never by the words of a message. */
export type Reason = Problem extends { reason: infer Known } ? Known : string;

/** A newer server may give reasons that this page does not know, so every text counts as one. */
export const isReason = (name: unknown): name is Reason => typeof name === 'string';

/** The values that a message mentions. Times are texts in RFC 3339. */
export type Params = Readonly<Record<string, string | number>>;

/** What a refused call says: the envelope `{code, reason, message, params?, errors?, call_id?}` with the HTTP status. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** Equals the status but for 601, 605 and 606 (decisions, "The calls"). */
    readonly code: number,
    message: string,
    /** Field name to messages, for the fields of a form. */
    readonly errors: Readonly<Record<string, readonly string[]>> = {},
    /** Under which the server's log knows the call. */
    readonly callId?: string,
    /** Seconds to wait, of a 429 or 503. */
    readonly retryAfter?: number,
    /** When the code was sent that is still good, of a 601. */
    readonly sentAt?: string,
    /** From when on another one may be asked for, of a 601. */
    readonly resendAt?: string,
    /** Missing where the answer is not the server's own, such as the page of a proxy. */
    readonly reason?: Reason,
    readonly params: Params = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** Whether what a call names does not exist, or is not for the caller to see. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** What is said of an answer that is none (1 §8). */
export const EXTERNAL_ERROR = 'External Error, Please try again later';

const words = {
  offline: 'You are offline. Try again when the connection is back.',
  unreachable: 'The server cannot be reached at present. Try again in a moment.',
  timeout: 'The server did not answer in time. Try again in a moment.',
  answer: EXTERNAL_ERROR,
} as const;

/** The server could not be reached, did not answer in time, or answered what is no answer (1 §8). */
export class NetworkError extends Error {
  constructor(
    cause?: unknown,
    readonly kind: keyof typeof words = 'answer',
  ) {
    super(words[kind], { cause });
    this.name = 'NetworkError';
  }
}

/** The error of a call that got no answer, by what the browser knows. */
export function lostCall(cause?: unknown): NetworkError {
  if (!navigator.onLine) return new NetworkError(cause, 'offline');
  const late = cause instanceof Error && cause.name === 'TimeoutError';
  return new NetworkError(cause, late ? 'timeout' : 'unreachable');
}

/** The text to show for whatever a call threw. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError || error instanceof NetworkError
    ? error.message
    : EXTERNAL_ERROR;
}

/** The server's errors by field, the first of each; none where it refused the call as a whole. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).map(([field, [first]]) => [field, first ?? error.message]),
  );
}

/** The same of a call that confirms the password of the account: a 401 rejects the password. */
export const passwordErrors = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError && error.status === 401
    ? { password: error.message }
    : fieldErrors(error);

/** Whether these words tell of a lost call: then the same can be tried again. */
export const tellsOfLostCall = (message: string): boolean =>
  (Object.values(words) as string[]).includes(message);
