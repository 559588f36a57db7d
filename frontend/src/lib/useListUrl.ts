import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';

export interface ListQuery<Filter extends string> {
  /** Counts from 1, as in the API. */
  page: number;
  pageSize: number;
  search: string;
  /** A field's name, with a leading minus for descending; empty for the server's order. */
  sort: string;
  filters: Record<Filter, string>;
}

interface Options<Filter extends string> {
  pageSize: number;
  pageSizes?: readonly number[];
  filters?: readonly Filter[];
}

type Changes<Filter extends string> = Partial<
  Record<Filter | 'search' | 'sort', string> & Record<'page' | 'page_size', number>
>;

/**
 * A list's page, filters and order, kept in the URL so that Back and links work. A change of anything but the page
 * leads to the first page; typing replaces the entry of the history, paging adds one.
 */
export function useListUrl<Filter extends string = never>(
  options: Options<Filter>,
): ListQuery<Filter> & { change: (changes: Changes<Filter>) => void } {
  const [params, setParams] = useSearchParams();
  // The address follows a change in a transition, a moment later: the next change builds on what was asked for.
  const asked = useRef(params);
  useEffect(() => {
    asked.current = params;
  }, [params]);
  const change = useCallback(
    (changes: Changes<Filter>) => {
      const paging = 'page' in changes;
      const next = new URLSearchParams(asked.current);
      if (!paging) next.delete('page');
      for (const [name, value] of Object.entries(changes)) {
        const empty = value === '' || (name === 'page' && value === 1);
        if (empty) next.delete(name);
        else next.set(name, String(value));
      }
      asked.current = next;
      setParams(next, { replace: !paging, preventScrollReset: true });
    },
    [setParams],
  );
  const filterNames = (options.filters ?? []).join();
  return useMemo(() => {
    const asked = Number(params.get('page_size'));
    const names = filterNames ? filterNames.split(',') : [];
    return {
      page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
      pageSize: options.pageSizes?.includes(asked) ? asked : options.pageSize,
      search: params.get('search') ?? '',
      sort: params.get('sort') ?? '',
      filters: Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<
        Filter,
        string
      >,
      change,
    };
  }, [params, change, filterNames, options.pageSize, options.pageSizes]);
}
