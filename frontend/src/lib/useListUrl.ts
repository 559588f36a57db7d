import { useCallback, useEffect, useMemo } from 'react';

import { useParamsChange } from './useParamsChange';

export interface ListQuery<Filter extends string = never> {
  /** Starts at 1, as in the API. */
  page: number;
  pageSize: number;
  search: string;
  /** Name of a field, with a leading minus for descending order. Empty for the server's order. */
  sort: string;
  sorts: readonly string[];
  filters: Record<Filter, string>;
}

interface Options<Filter extends string> {
  pageSize: number;
  pageSizes?: readonly number[];
  /** Fields by which the call can sort. Omitted by components that only read a filter. */
  sorts?: readonly string[];
  filters?: readonly Filter[];
  /** The allowed values of a filter, if they are known. */
  allowed?: Partial<Record<Filter, readonly string[]>>;
}

type Changes<Filter extends string> = Partial<
  Record<Filter | 'search' | 'sort', string> & Record<'page' | 'page_size', number>
>;

export interface ListUrl<Filter extends string = never> extends ListQuery<Filter> {
  change: (changes: Changes<Filter>) => void;
  /** Replaces a page in the address that does not exist. Back does not lead to it again. */
  correctPage: (page: number) => void;
}

/** The server's limits. */
const LAST_PAGE = 1_000_000;
export const MAX_SEARCH_LENGTH = 200;

const noSorts: readonly string[] = [];

/** Returns a search text that the server accepts: without control characters, and not too long. */
const searchable = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MAX_SEARCH_LENGTH)
    .trim();

function isPage(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= LAST_PAGE;
}

/**
 * Removes invalid values of page, size, order and filters from the parameters, and reduces an
 * invalid search to what the server accepts. Returns the same object if all are valid.
 */
function corrected<Filter extends string>(
  params: URLSearchParams,
  { pageSizes, sorts, filters, allowed }: Options<Filter>,
): URLSearchParams {
  const right: Record<string, (value: string) => boolean> = {
    page: isPage,
    search: (text) => text !== '' && searchable(text) === text.trim(),
  };
  if (pageSizes) right.page_size = (size) => pageSizes.some((known) => String(known) === size);
  if (sorts) right.sort = (sort) => sorts.includes(sort.replace(/^-/, ''));
  for (const name of filters ?? []) {
    const values = allowed?.[name];
    if (values) right[name] = (value) => values.includes(value);
  }
  const wrong = Object.keys(right).filter((name) => {
    const value = params.get(name);
    return value !== null && !right[name]?.(value);
  });
  if (wrong.length === 0) return params;
  const next = new URLSearchParams(params);
  for (const name of wrong) {
    const kept = name === 'search' ? searchable(params.get(name) ?? '') : '';
    if (kept) next.set(name, kept);
    else next.delete(name);
  }
  return next;
}

/**
 * A list's page, filters and order, kept in the URL so that Back and links work. Any change except
 * to the page leads to the first page. Paging adds a history entry, other changes replace it.
 * Invalid values are ignored and removed from the address.
 */
export function useListUrl<Filter extends string = never>(
  options: Options<Filter>,
): ListUrl<Filter> {
  const [params, changeParams] = useParamsChange();
  const apply = useCallback(
    (changes: Changes<Filter>, replace: boolean) =>
      changeParams(
        (next) => {
          if (!('page' in changes)) next.delete('page');
          for (const [name, value] of Object.entries(changes)) {
            const empty = value === '' || (name === 'page' && value === 1);
            if (empty) next.delete(name);
            else next.set(name, String(value));
          }
        },
        { replace, preventScrollReset: true },
      ),
    [changeParams],
  );
  const change = useCallback(
    (changes: Changes<Filter>) => apply(changes, !('page' in changes)),
    [apply],
  );
  const correctPage = useCallback(
    (page: number) => apply({ page } as Changes<Filter>, true),
    [apply],
  );

  const { pageSize, pageSizes, sorts } = options;
  const filterNames = (options.filters ?? []).join();
  const allowedValues = JSON.stringify(options.allowed ?? {});
  const correct = useCallback(
    (given: URLSearchParams) =>
      corrected(given, {
        pageSize,
        pageSizes,
        sorts,
        filters: filterNames ? filterNames.split(',') : [],
        allowed: JSON.parse(allowedValues) as Record<string, readonly string[]>,
      }),
    [pageSize, pageSizes, sorts, filterNames, allowedValues],
  );
  const valid = useMemo(() => correct(params), [correct, params]);
  useEffect(() => {
    if (valid !== params) changeParams(correct, { replace: true, preventScrollReset: true });
  }, [valid, params, correct, changeParams]);
  return useMemo(() => {
    const names = filterNames ? filterNames.split(',') : [];
    return {
      page: Number(valid.get('page') ?? 1),
      pageSize: (pageSizes && Number(valid.get('page_size'))) || pageSize,
      search: valid.get('search') ?? '',
      sort: valid.get('sort') ?? '',
      sorts: sorts ?? noSorts,
      filters: Object.fromEntries(names.map((name) => [name, valid.get(name) ?? ''])) as Record<
        Filter,
        string
      >,
      change,
      correctPage,
    };
  }, [valid, change, correctPage, filterNames, pageSize, pageSizes, sorts]);
}

/**
 * Redirects from a page past the end to the last page. A link may be outdated, and a decision on
 * the only row of the last page removes that page (3 §4, "Pagination stays in bounds").
 */
export function useLastPage(
  { page, pageSize, correctPage }: Pick<ListUrl, 'page' | 'pageSize' | 'correctPage'>,
  /** Number of rows on all pages, or undefined while it is unknown for this search. */
  total: number | undefined,
): { pastEnd: boolean } {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (page > last) correctPage(last);
  }, [page, last, correctPage]);
  return { pastEnd: page > last };
}
