import { ApiError } from './errors';

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
    typeof envelope.call_id === 'string' ? envelope.call_id : undefined,
    retryAfter > 0 ? retryAfter : undefined,
    typeof envelope.data === 'string' ? envelope.data : undefined,
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
