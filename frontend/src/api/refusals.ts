import { duration } from '@/lib/numbers';
import { ApiError } from './errors';

/**
 * Reads the envelope of a failed answer; an answer that is no envelope (a proxy's page) counts by its status. Undefined
 * where that page says that the server behind the proxy is gone.
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
  return new ApiError(
    response.status,
    typeof envelope.code === 'number' ? envelope.code : response.status,
    response.status === 429 ? withWait(message, retryAfter) : message,
    readFieldErrors(envelope.errors),
    typeof envelope.call_id === 'string' ? envelope.call_id : undefined,
    retryAfter,
    typeof envelope.data === 'string' ? envelope.data : undefined,
    typeof envelope.resend_at === 'string' ? envelope.resend_at : undefined,
  );
}

/** "Too many" says for how long, wherever it is shown; words of the server that name a time say it already. */
function withWait(message: string, seconds: number | undefined): string {
  if (seconds === undefined || /\d/.test(message)) return message;
  const cause = message.replace(/\s*(please )?try again later\.?$/i, '').replace(/\.?$/, '.');
  return `${cause} Try again in ${duration(seconds)}.`;
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
