import { useState } from 'react';
import { usePrinting } from '@/lib/printing';

/** The first page of a short list. */
export const firstPage = { page: 1, pageSize: 10 };

type Query = typeof firstPage;

interface PageChanges {
  page?: number;
  page_size?: number;
}

/** Returns the query for another page, or for the first page if the page size changes. */
export const nextQuery = (query: Query, { page = 1, page_size = query.pageSize }: PageChanges) => ({
  page,
  pageSize: page_size,
});

/** Longer lists are printed page by page: rendering all rows would block the browser. */
const MAX_PRINTED_ROWS = 500;

/**
 * Splits a short list that is already loaded into pages, but prints it as a whole. Returns the props
 * of a `TableWithPages`. The initial page size is always 10.
 */
export function usePages<Row>(rows: readonly Row[], pageSizes: readonly number[]) {
  const [query, setQuery] = useState(firstPage);
  const printsAll = usePrinting() && rows.length <= MAX_PRINTED_ROWS;
  const pageSize = printsAll ? MAX_PRINTED_ROWS : query.pageSize;
  const last = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(query.page, last);
  return {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    total: rows.length,
    query: { page, pageSize },
    pageSizes: printsAll ? [MAX_PRINTED_ROWS] : pageSizes,
    onChange: (changes: PageChanges) => setQuery(nextQuery(query, changes)),
    compact: true,
  };
}
