import { noteServerDate } from '@/lib/serverTime';
import { CALL_TIMEOUT, noAnswer, refusal } from './client';
import { session } from './session';

/**
 * Posts a form with files and reports the progress of the upload, which `fetch` cannot. Errors are
 * those of other calls. `onProgress` receives the sent share, from 0 to 1, for a progress bar of
 * its own, because this call does not count for the global loading indicator. The time limit
 * restarts with each progress event. `signal` aborts the call.
 */
export async function postWithProgress<T>(
  path: string,
  form: FormData,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await send(path, form, onProgress, signal, headers);
  noteServerDate(response.headers);
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as T;
}

function send(
  path: string,
  form: FormData,
  onProgress: (share: number) => void,
  signal: AbortSignal,
  headers: Record<string, string>,
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
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
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
          : new DOMException('The upload made no progress in time', 'TimeoutError'),
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
