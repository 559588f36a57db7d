import type { paths } from './schema.gen';

/** The paths that have this method. */
export type PathsOf<Method extends string> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never;
}[keyof paths];

export type Operation<Method extends string, Path extends keyof paths> =
  paths[Path] extends Record<Method, infer Call> ? Call : never;

export type AnswerOf<Call> = Call extends { responses: infer Responses }
  ? JsonOf<Responses[keyof Responses & (200 | 201 | 202)]>
  : never;

export type BodyOf<Call> = Call extends { requestBody: infer Sent } ? JsonOf<Sent> : never;

type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never;

export type ParamsOf<Call> = Call extends { parameters: infer Parameters } ? Parameters : never;

type Prefixes<Path, Before extends string = ''> = Path extends `${infer Head}/${infer Rest}`
  ? `${Before}${Head}` | Prefixes<Rest, `${Before}${Head}/`>
  : Path extends string
    ? `${Before}${Path}`
    : never;

/** A path, or its beginning up to a slash: `/api/v1/users` covers all calls about users. */
export type PathPrefix = keyof paths extends `/api/v1/${infer Rest}`
  ? `/api/v1/${Prefixes<Rest>}`
  : never;
