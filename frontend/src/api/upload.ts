import { noteServerDate } from '@/lib/serverTime';
import { CALL_TIMEOUT, noAnswer, refusal } from './client';
import { session } from './session';

/**
 * Posts a form with a file and tells how much of it is on its way, which `fetch` cannot. It throws as every call does;
 * `onProgress` hears the share that was sent, from 0 to 1, for a bar of its own: the one for all calls does not show it. The time limit
 * counts from the last sign of life; the signal ends it before.
 */
export async function postWithProgress<T>(
  path: string,
  form: FormData,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<T> {
  const response = await send(path, form, onProgress, signal);
  noteServerDate(response.headers);
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as T;
}

function send(
  path: string,
  form: FormData,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    let limit = setTimeout(() => call.abort(), CALL_TIMEOUT);
    const fail = (cause?: Error) => {
      clearTimeout(limit);
      reject(noAnswer(cause));
    };
    call.open('POST', new URL(path, globalThis.location.origin));
    const token = session.token();
    if (token) call.setRequestHeader('Authorization', `Token ${token}`);
    call.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(limit);
      limit = setTimeout(() => call.abort(), CALL_TIMEOUT);
      if (total > 0) onProgress(loaded / total);
    };
    call.onerror = () => fail();
    call.onabort = () =>
      fail(
        signal.aborted
          ? new DOMException('It was cancelled', 'AbortError')
          : new DOMException('Nothing was heard of the call', 'TimeoutError'),
      );
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.onload = () => {
      clearTimeout(limit);
      resolve(new Response(call.responseText, { status: call.status, headers: headersOf(call) }));
    };
    call.send(form);
  });
}

function headersOf(call: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of call
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
