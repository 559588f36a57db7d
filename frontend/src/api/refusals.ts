import { duration } from '@/lib/numbers';
import { ApiError, isReason, type Params } from './errors';

/**
 * Reads the envelope of an error response. A response without an envelope, such as a proxy's page,
 * is classified by its status. Undefined if such a page says that the server behind the proxy is
 * down.
 */
export async function readApiError(response: Response): Promise<ApiError | undefined> {
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as unknown;
  if (!isRecord(body) && [502, 503, 504].includes(response.status)) return undefined;
  const envelope = isRecord(body) ? body : {};
  const after = Number(response.headers.get('Retry-After'));
  const retryAfter = after > 0 ? after : undefined;
  const message =
    typeof envelope.message === 'string' && envelope.message ? envelope.message : 'Request Failed';
  const reason = isReason(envelope.reason) ? envelope.reason : undefined;
  return new ApiError(
    response.status,
    reason === 'too_many_requests' ? withWait(message, retryAfter) : message,
    {
      reason,
      params: isRecord(envelope.params) ? (envelope.params as Params) : {},
      errors: readFieldErrors(envelope.errors),
      callId: textIn(envelope.call_id),
      retryAfter,
      sentAt: textIn(envelope.data),
      resendAt: textIn(envelope.resend_at),
    },
  );
}

/**
 * Returns a message with the waiting time after too many attempts. The server's message leaves the
 * time to `Retry-After`.
 */
const withWait = (message: string, seconds: number | undefined): string =>
  seconds === undefined ? message : `Too many attempts. Try again in ${duration(seconds)}.`;

function readFieldErrors(errors: unknown): Record<string, string[]> {
  if (!isRecord(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      (Array.isArray(messages) ? messages : [messages]).map(String),
    ]),
  );
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
