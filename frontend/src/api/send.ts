import { api, body } from './client';
import { withIdempotencyKey } from './idempotencyKey';
import type { AnswerOf, BodyOf, Operation, ParamsOf, PathsOf } from './operations';

type Sent<Call> = ([BodyOf<Call>] extends [never] ? unknown : { body: BodyOf<Call> }) &
  (object extends ParamsOf<Call> ? { params?: ParamsOf<Call> } : { params: ParamsOf<Call> });

type Method = 'post' | 'put' | 'patch';

/** Makes a call that changes something, and returns the body of the response. */
export async function send<M extends Method, Path extends PathsOf<M>>(
  method: M,
  path: Path,
  sent: Sent<Operation<M, Path>>,
  headers?: Record<string, string>,
): Promise<AnswerOf<Operation<M, Path>>> {
  // The client's types cannot be resolved for a path that is not known yet.
  const call = api.request as unknown as (
    method: M,
    path: Path,
    init: object,
  ) => Promise<{ data?: AnswerOf<Operation<M, Path>> }>;
  return body(await call(method, path, { ...sent, headers }));
}

/**
 * Makes a creating call, which the server carries out only once even if it is repeated
 * (`withIdempotencyKey`).
 */
export const sendOnce = <Path extends PathsOf<'post'>>(
  path: Path,
  sent: Sent<Operation<'post', Path>>,
): Promise<AnswerOf<Operation<'post', Path>>> =>
  withIdempotencyKey(path, sent, (headers) => send('post', path, sent, headers));
