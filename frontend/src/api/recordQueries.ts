import { keepPreviousData, queryOptions, type QueryKey } from '@tanstack/react-query';
import { rowsOf } from './lists';
import type { Page } from './models';

/** A list, page by page: a page is shown until the next one is here. A failure is logged with these words (3 §8). */
export const pageOptions = <Row>(
  queryKey: QueryKey,
  failure: string,
  read: (signal: AbortSignal) => Promise<{ data: Row[]; page: Page }>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => rowsOf(await read(signal)),
    placeholderData: keepPreviousData,
    meta: { failure },
  });

/** One record with all its fields. */
export const recordOptions = <Row>(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<{ data: Row }>,
) => queryOptions({ queryKey, queryFn: async ({ signal }) => (await read(signal)).data });
