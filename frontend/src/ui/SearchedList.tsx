import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { ListArgs } from '@/api/lists';
import type { PageSizes } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { ListSearch, ServerList } from './ServerList';

interface Rows<Row> {
  rows: Row[];
  total: number;
}

interface Props<Row extends object> extends Omit<
  ComponentProps<typeof ServerList<Row>>,
  'list' | 'loaded' | 'pageSizes'
> {
  pages: PageSizes;
  sorts: readonly string[];
  read: (args: ListArgs) => UseQueryOptions<Rows<Row>, Error, Rows<Row>, QueryKey>;
  /** Names the searched fields. */
  placeholder: string;
  filter?: ReactNode;
}

/** A server-side list with its search field. Page, order and search are kept in the URL. */
export function SearchedList<Row extends object>(props: Props<Row>) {
  const { pages, sorts, read, placeholder, filter, ...shown } = props;
  const list = useListUrl({ ...pages, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(read({ search, sort, page, pageSize }));
  return (
    <>
      <ListSearch list={list} placeholder={placeholder}>
        {filter}
      </ListSearch>
      <ServerList {...shown} list={list} loaded={loaded} pageSizes={pages.pageSizes} />
    </>
  );
}
