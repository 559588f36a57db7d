/** What a refused call says: the envelope `{code, message, errors?, request_id?}` with the HTTP status. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** Equals the status but for 601, 605 and 606 (decisions, "The calls"). */
    readonly code: number,
    message: string,
    /** Field name to messages, for the fields of a form. */
    readonly errors: Readonly<Record<string, readonly string[]>> = {},
    readonly requestId?: string,
    /** Seconds to wait, of a 429 or 503. */
    readonly retryAfter?: number,
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

/** Reads the envelope of a failed answer; an answer that is no envelope (a proxy's page) counts by its status. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as unknown;
  const envelope = isRecord(body) ? body : {};
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiError(
    response.status,
    typeof envelope.code === 'number' ? envelope.code : response.status,
    typeof envelope.message === 'string' && envelope.message ? envelope.message : 'Request Failed',
    readFieldErrors(envelope.errors),
    typeof envelope.request_id === 'string' ? envelope.request_id : undefined,
    retryAfter > 0 ? retryAfter : undefined,
  );
}

function readFieldErrors(errors: unknown): Record<string, string[]> {
  if (!isRecord(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      (Array.isArray(messages) ? messages : [messages]).map(String),
    ]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
