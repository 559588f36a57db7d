import { noteServerDate } from '@/lib/serverTime';
import { CALL_TIMEOUT, noAnswer, refusal } from './client';
import { countCall } from './pendingCalls';
import { session } from './session';

/**
 * Posts a large body and tells how much of it is on its way, which `fetch` cannot. It throws as every call does;
 * `onProgress` hears the share that was sent, from 0 to 1. The time limit counts from the last sign of life.
 */
export function postWithProgress<T>(
  path: string,
  content: unknown,
  headers: Record<string, string>,
  onProgress: (share: number) => void,
): Promise<T> {
  return countCall(async () => {
    const response = await send(path, JSON.stringify(content), headers, onProgress);
    noteServerDate(response.headers);
    if (!response.ok) throw await refusal(response);
    return (await response.json()) as T;
  });
}

function send(
  path: string,
  text: string,
  headers: Record<string, string>,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    let limit = setTimeout(() => call.abort(), CALL_TIMEOUT);
    const fail = (cause?: Error) => {
      clearTimeout(limit);
      reject(noAnswer(cause));
    };
    call.open('POST', new URL(path, globalThis.location.origin));
    call.setRequestHeader('Content-Type', 'application/json');
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    const token = session.token();
    if (token) call.setRequestHeader('Authorization', `Token ${token}`);
    call.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(limit);
      limit = setTimeout(() => call.abort(), CALL_TIMEOUT);
      if (total > 0) onProgress(loaded / total);
    };
    call.onerror = () => fail();
    // Only the time limit ends a call that runs.
    call.onabort = () => fail(new DOMException('Nothing was heard of the call', 'TimeoutError'));
    call.onload = () => {
      clearTimeout(limit);
      resolve(new Response(call.responseText, { status: call.status, headers: headersOf(call) }));
    };
    call.send(text);
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
