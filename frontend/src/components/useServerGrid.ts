import type { GridSortModel } from '@mui/x-data-grid';
import { useMemo } from 'react';
import type { ListQuery } from '@/lib/useListUrl';

export interface GridChanges {
  page?: number;
  page_size?: number;
  sort?: string;
}

/**
 * No page of ours is longer. The grid is shown one page and knows of no other: it goes back to its first page by itself
 * whenever its order or the number of its rows changes, which they do while the next page is loaded. `Pages` stands
 * below it instead.
 */
const ONE_PAGE = { page: 0, pageSize: 100 };
const SIZES = [100];

/** What a grid needs whose order comes from the server and stands in the address. */
export function useServerGrid(
  { sort }: Pick<ListQuery, 'sort'>,
  onChange: (changes: GridChanges) => void,
) {
  // The grid takes a new array for a new order.
  const sortModel = useMemo((): GridSortModel => {
    if (!sort) return [];
    const descending = sort.startsWith('-');
    return [{ field: descending ? sort.slice(1) : sort, sort: descending ? 'desc' : 'asc' }];
  }, [sort]);
  return {
    sortingMode: 'server',
    sortModel,
    onSortModelChange: ([first]: GridSortModel) => {
      const asked = first ? `${first.sort === 'desc' ? '-' : ''}${first.field}` : '';
      if (asked !== sort) onChange({ sort: asked });
    },
    paginationModel: ONE_PAGE,
    pageSizeOptions: SIZES,
    hideFooter: true,
    columnHeaderHeight: 44,
    disableColumnFilter: true,
    disableColumnMenu: true,
    disableRowSelectionOnClick: true,
  } as const;
}
