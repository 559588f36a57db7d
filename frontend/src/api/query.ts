import {
  keepPreviousData,
  queryOptions,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { api, body } from './client';
import { listQuery, rowsOf, type ListArgs } from './lists';
import type { Page } from './models';
import type { AnswerOf, Operation, ParamsOf, PathPrefix, PathsOf } from './operations';

type GetPath = PathsOf<'get'>;
type Answer<Path extends GetPath> = AnswerOf<Operation<'get', Path>>;
type Params<Path extends GetPath> = ParamsOf<Operation<'get', Path>>;
type DataOf<Path extends GetPath> = Answer<Path> extends { data: infer Data } ? Data : never;

interface Listing<Row> {
  data: Row[];
  page: Page;
}
type ListPath = {
  [Path in GetPath]: Answer<Path> extends Listing<unknown> ? Path : never;
}[GetPath];
type RowOf<Path extends GetPath> = Answer<Path> extends Listing<infer Row> ? Row : never;
type QueryOf<Path extends GetPath> = Params<Path> extends { query?: infer Query } ? Query : never;

type Options<Data> = Pick<
  UseQueryOptions<Data>,
  | 'gcTime'
  | 'meta'
  | 'placeholderData'
  | 'refetchInterval'
  | 'refetchOnWindowFocus'
  | 'retry'
  | 'staleTime'
>;

/**
 * Returns the query key of a path: its segments, so that a prefix of a path is a prefix of its
 * keys.
 */
export const keyOf = (path: PathPrefix): QueryKey =>
  path.split('/').slice('/api/v1'.split('/').length);

/**
 * Invalidates the queries below these paths. Queries on the screen are read at once, others when
 * used.
 */
export async function invalidate(client: QueryClient, ...paths: readonly PathPrefix[]) {
  await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: keyOf(path) })));
}

async function fetchAnswer<Path extends GetPath>(
  path: Path,
  params: Params<Path> | undefined,
  signal: AbortSignal,
): Promise<Answer<Path>> {
  // The client's types cannot be resolved for a path that is not known yet.
  const call = api.GET as unknown as (path: Path, init: object) => Promise<{ data?: Answer<Path> }>;
  return body(await call(path, { params, signal }));
}

/**
 * A query of a GET call that stores the result of `read`. `form` separates it from other queries of
 * the same call.
 */
export const getAs = <Path extends GetPath, Data>(
  path: Path,
  params: Params<Path> | undefined,
  form: string,
  read: (answer: Answer<Path>) => Data,
  options?: Options<Data>,
) =>
  queryOptions({
    queryKey: [...keyOf(path), params, form] as QueryKey,
    queryFn: async ({ signal }) => read(await fetchAnswer(path, params, signal)),
    ...options,
  });

/** A query of a GET call that returns the `data` of the response. */
export const get = <Path extends GetPath>(
  path: Path,
  ...[params, options]: object extends Params<Path>
    ? [params?: Params<Path>, options?: Options<DataOf<Path>>]
    : [params: Params<Path>, options?: Options<DataOf<Path>>]
) =>
  getAs(
    path,
    params,
    'data',
    (answer) => (answer as unknown as { data: DataOf<Path> }).data,
    options,
  );

const listParams = <Path extends ListPath>(
  args: Partial<ListArgs>,
  more?: Partial<QueryOf<Path>>,
) => ({ query: { ...more, ...listQuery(args) } }) as unknown as Params<Path>;

/**
 * A query of one page of a list. The previous page is shown until the next one arrives. Failures
 * are logged with the text `failure` (3 §8).
 */
export const getPage = <Path extends ListPath>(
  path: Path,
  args: Partial<ListArgs>,
  failure: string | undefined,
  more?: Partial<QueryOf<Path>>,
) =>
  getAs(
    path,
    listParams(args, more),
    'rows',
    (answer) => rowsOf(answer as unknown as Listing<RowOf<Path>>),
    { placeholderData: keepPreviousData, meta: { failure } },
  );

const MAX_PAGE_SIZE = 100;

export const getEvery = <Path extends ListPath>(
  path: Path,
  failure: string,
  more?: Partial<QueryOf<Path>>,
) =>
  queryOptions({
    queryKey: [...keyOf(path), { query: more }, 'every row'] as QueryKey,
    queryFn: async ({ signal }) => {
      const rows: RowOf<Path>[] = [];
      for (let number = 1; ; number += 1) {
        const params = listParams<Path>({ page: number, pageSize: MAX_PAGE_SIZE }, more);
        const answer = (await fetchAnswer(path, params, signal)) as unknown as Listing<RowOf<Path>>;
        rows.push(...answer.data);
        if (answer.data.length === 0 || rows.length >= answer.page.total) return rows;
      }
    },
    meta: { failure },
  });
