import type { Page } from './models';
import type { paths } from './schema.gen';

/** Which rows of a list are wanted. */
export interface ListArgs {
  search: string;
  /** A field, with a minus in front for the other way round; empty for the server's order. */
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

/** A field by which the call can sort: what the server does not list is no choice on a screen either. */
export type SortKey<Path extends keyof paths> = Exclude<Order<Path>, '' | `-${string}`>;

/** The part of a query that all lists have in common. A screen asks for orders of `SortKey` only. */
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

/** A page of a search that need not count all: with `more` there are more rows than `total`. */
export function foundRowsOf<Row>(answer: { data: Row[]; page: Page }) {
  return { ...rowsOf(answer), more: answer.page.more ?? false };
}

/** A page of a list as the components take it. */
export function rowsOf<Row>({ data, page }: { data: Row[]; page: Page }) {
  return { rows: data, total: page.total };
}
