/** Number of rows on a page of a table, and the sizes offered (3 §9). */
export interface PageSizes {
  pageSize: number;
  pageSizes: readonly number[];
}

/** For procedures and data sources, and the lists that belong to them. */
export const tenRows: PageSizes = { pageSize: 10, pageSizes: [10, 20, 50] };

/** For users, roles, organisations and topics. */
export const twentyRows: PageSizes = { pageSize: 20, pageSizes: [10, 15, 20, 30, 50] };
