import type { Page } from './models';
import type { paths } from './schema.gen';

export interface ListArgs {
  search: string;
  /** A field, with a leading minus for descending order. Empty means the server's order. */
  sort: string;
  page: number;
  pageSize: number;
}

type QueryOf<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { query?: infer Query } };
}
  ? NonNullable<Query>
  : never;

type Order<Path extends keyof paths> =
  QueryOf<Path> extends { sort?: infer Sort } ? NonNullable<Sort> : never;

/**
 * A field that the call can sort by. Fields that the server does not list cannot be sorted on a
 * screen.
 */
export type SortKey<Path extends keyof paths> = Exclude<Order<Path>, '' | `-${string}`>;

/** Returns the query parameters that all lists share. Screens pass orders of `SortKey` only. */
export function listQuery<Path extends keyof paths>({
  search,
  sort,
  page,
  pageSize,
}: Partial<ListArgs>) {
  return {
    search: search || undefined,
    sort: (sort || undefined) as Order<Path> | undefined,
    page,
    page_size: pageSize,
  };
}

/**
 * Converts a page of a search that may stop counting. With `more`, there are more rows than
 * `total`.
 */
export function foundRowsOf<Row>(answer: { data: Row[]; page: Page }) {
  return { ...rowsOf(answer), more: answer.page.more ?? false };
}

/** Converts a page of a list to the form that the components expect. */
export function rowsOf<Row>({ data, page }: { data: Row[]; page: Page }) {
  return { rows: data, total: page.total };
}
