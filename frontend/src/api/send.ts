import { api, body } from './client';
import { withIdempotencyKey } from './idempotencyKey';
import type { AnswerOf, BodyOf, Operation, ParamsOf, PathsOf } from './operations';

type Input<Call> = ([BodyOf<Call>] extends [never] ? unknown : { body: BodyOf<Call> }) &
  (object extends ParamsOf<Call> ? { params?: ParamsOf<Call> } : { params: ParamsOf<Call> });

type Method = 'post' | 'put' | 'patch';

/**
 * Makes a POST, PUT or PATCH call, and returns the body of the response. A repeated call may be
 * carried out twice: see `sendOnce`.
 */
export async function send<M extends Method, Path extends PathsOf<M>>(
  method: M,
  path: Path,
  input: Input<Operation<M, Path>>,
  headers?: Record<string, string>,
): Promise<AnswerOf<Operation<M, Path>>> {
  // The client's types cannot be resolved for a path that is not known yet.
  const call = api.request as unknown as (
    method: M,
    path: Path,
    init: object,
  ) => Promise<{ data?: AnswerOf<Operation<M, Path>> }>;
  return body(await call(method, path, { ...input, headers }));
}

/**
 * Makes a POST call that the server carries out only once, even if it is repeated
 * (`withIdempotencyKey`).
 */
export const sendOnce = <Path extends PathsOf<'post'>>(
  path: Path,
  input: Input<Operation<'post', Path>>,
): Promise<AnswerOf<Operation<'post', Path>>> =>
  withIdempotencyKey(path, input, (headers) => send('post', path, input, headers));
