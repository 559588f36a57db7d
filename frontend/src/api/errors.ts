/** What a refused call says: the envelope `{code, message, errors?, call_id?}` with the HTTP status. */
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
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** The server could not be reached, or did not answer in time (1 §8). */
export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super('External Error, Please try again later', { cause });
    this.name = 'NetworkError';
  }
}

/** The text to show for whatever a call threw. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError || error instanceof NetworkError
    ? error.message
    : 'External Error, Please try again later';
}
