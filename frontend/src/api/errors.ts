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

/** The contents of a refusal besides its HTTP status and message. */
interface Details {
  /** Missing if the response is not the server's own, such as a proxy's page. */
  reason?: Reason;
  params?: Params;
  /** Field name to messages, for the fields of a form. */
  errors?: Readonly<Record<string, readonly string[]>>;
  /** The id of the call in the log of the server. */
  callId?: string;
  /** Seconds to wait, for a 429 or 503. */
  retryAfter?: number;
  /** The time at which the code that is still valid was sent, for `code_already_sent`. */
  sentAt?: string;
  /** The time from which another code can be requested, for `code_already_sent`. */
  resendAt?: string;
}

/** A refused call: `new ApiError(409, 'Another record has this name.', { reason: 'value_taken' })`. */
export class ApiError extends Error {
  readonly reason: Details['reason'];
  readonly params: Params;
  readonly errors: NonNullable<Details['errors']>;
  readonly callId: Details['callId'];
  readonly retryAfter: Details['retryAfter'];
  readonly sentAt: Details['sentAt'];
  readonly resendAt: Details['resendAt'];

  constructor(
    readonly status: number,
    message: string,
    { reason, params = {}, errors = {}, callId, retryAfter, sentAt, resendAt }: Details = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.reason = reason;
    this.params = params;
    this.errors = errors;
    this.callId = callId;
    this.retryAfter = retryAfter;
    this.sentAt = sentAt;
    this.resendAt = resendAt;
  }
}

/** True if the server refused a call for one of these reasons. */
export const hasReason = (error: unknown, ...reasons: readonly Reason[]): boolean =>
  error instanceof ApiError && error.reason !== undefined && reasons.includes(error.reason);

/** True if the record of a call does not exist, or the caller may not see it. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** True if a limit refuses the call for now. The message says when to try again. */
export const isTooMany = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 429;

/** True if a call conflicts with the stored data, so the screen is out of date. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409;

/** The message for an unusable response (1 §8). */
export const EXTERNAL_ERROR = 'External Error, Please try again later';

const messages = {
  offline: 'You are offline. Try again when the connection is back.',
  unreachable: "We can't reach the server right now. Try again in a moment.",
  timeout: 'The server did not answer in time. Try again in a moment.',
  answer: EXTERNAL_ERROR,
} as const;

/**
 * The server could not be reached, did not respond in time, or sent an unusable response (1 §8).
 */
export class NetworkError extends Error {
  constructor(
    cause?: unknown,
    readonly kind: keyof typeof messages = 'answer',
  ) {
    super(messages[kind], { cause });
    this.name = 'NetworkError';
  }
}

/** The browser gave no passkey. The message says what to do. */
export class PasskeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PasskeyError';
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
  return error instanceof ApiError || error instanceof NetworkError || error instanceof PasskeyError
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

/** Like `fieldErrors`, for a call that confirms the account's password. */
export const passwordErrors = (error: unknown): Readonly<Record<string, string>> =>
  hasReason(error, 'wrong_password') ? { password: messageOf(error) } : fieldErrors(error);
