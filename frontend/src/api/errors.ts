import type { components } from './schema.gen';

type Problem = components['schemas']['ProblemBody'];

/** The stable identifier of why a call was refused. Decide by it, never by the words of a message. */
export type Reason = Problem extends { reason: infer Known } ? Known : string;

/** A newer server may give reasons that this page does not know, so every text counts as one. */
export const isReason = (name: unknown): name is Reason => typeof name === 'string';

/** The values that a message mentions. Times are texts in RFC 3339. */
export type Params = Readonly<Record<string, string | number>>;

/** What a refused call says besides its HTTP status and its message. */
interface Details {
  /** Missing where the answer is not the server's own, such as the page of a proxy. */
  reason?: Reason;
  params?: Params;
  /** Field name to messages, for the fields of a form. */
  errors?: Readonly<Record<string, readonly string[]>>;
  /** Under which the server's log knows the call. */
  callId?: string;
  /** Seconds to wait, of a 429 or 503. */
  retryAfter?: number;
  /** When the code was sent that is still good, of `code_already_sent`. */
  sentAt?: string;
  /** From when on another one may be asked for, of `code_already_sent`. */
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

/** Whether the server refused a call for one of these reasons. */
export const hasReason = (error: unknown, ...reasons: readonly Reason[]): boolean =>
  error instanceof ApiError && error.reason !== undefined && reasons.includes(error.reason);

/** Whether what a call names does not exist, or is not for the caller to see. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** Whether the server does not take the call now, because there are too many: the message says when to try again. */
export const isTooMany = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 429;

/** Whether a call conflicts with what is stored now: what is on the screen is out of date. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409;

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

/** The same of a call that confirms the password of the account. */
export const passwordErrors = (error: unknown): Readonly<Record<string, string>> =>
  hasReason(error, 'wrong_password') ? { password: messageOf(error) } : fieldErrors(error);
