import type { components } from './schema.gen';

type Problem = components['schemas']['ProblemBody'];

/**
 * The stable identifier of the reason for a refusal. Decide by it, and never by the text of a
 * message.
 */
export type Reason = Problem extends { reason: infer Known } ? Known : string;

/** True for every text, because a newer server may send reasons that this page does not know. */
export const isReason = (name: unknown): name is Reason => typeof name === 'string';

/** The values that a message mentions. Times are RFC 3339 texts. */
export type Params = Readonly<Record<string, string | number>>;

/**
 * A refused call: the envelope `{code, reason, message, params?, errors?, call_id?}` and the HTTP
 * status.
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** Equals the status, except for 601, 605 and 606 (decisions, "The calls"). */
    readonly code: number,
    message: string,
    /** Field name to messages, for the fields of a form. */
    readonly errors: Readonly<Record<string, readonly string[]>> = {},
    readonly callId?: string,
    /** Seconds to wait, for a 429 or 503. */
    readonly retryAfter?: number,
    /** The time at which the code that is still valid was sent, for a 601. */
    readonly sentAt?: string,
    /** The time from which another code can be requested, for a 601. */
    readonly resendAt?: string,
    /** Missing if the response is not the server's own, such as a proxy's page. */
    readonly reason?: Reason,
    readonly params: Params = {},
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** The message for an unusable response (1 §8). */
export const EXTERNAL_ERROR = 'External Error, Please try again later';

const words = {
  offline: 'You are offline. Try again when the connection is back.',
  unreachable: 'The server cannot be reached at present. Try again in a moment.',
  timeout: 'The server did not answer in time. Try again in a moment.',
  answer: EXTERNAL_ERROR,
} as const;

/**
 * The server could not be reached, did not respond in time, or sent an unusable response (1 §8).
 */
export class NetworkError extends Error {
  constructor(
    cause?: unknown,
    readonly kind: keyof typeof words = 'answer',
  ) {
    super(words[kind], { cause });
    this.name = 'NetworkError';
  }
}

/** Returns the error of a call without a response, by the browser's state. */
export function lostCall(cause?: unknown): NetworkError {
  if (!navigator.onLine) return new NetworkError(cause, 'offline');
  const late = cause instanceof Error && cause.name === 'TimeoutError';
  return new NetworkError(cause, late ? 'timeout' : 'unreachable');
}

/** Returns the message for anything that a call threw. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError || error instanceof NetworkError
    ? error.message
    : EXTERNAL_ERROR;
}

/** Returns the first error of each field. Empty if the server refused the call as a whole. */
export function fieldErrors(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).map(([field, [first]]) => [field, first ?? error.message]),
  );
}

/** Like `fieldErrors`, for a call that confirms the account's password: a 401 refuses it. */
export const passwordErrors = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError && error.status === 401
    ? { password: error.message }
    : fieldErrors(error);

/** True if the message is that of a network error, so the call can be tried again. */
export const tellsOfLostCall = (message: string): boolean =>
  (Object.values(words) as string[]).includes(message);
