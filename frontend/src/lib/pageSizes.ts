/** How many rows of a table stand on a page, and the choices (3 §9). */
export interface PageSizes {
  pageSize: number;
  pageSizes: readonly number[];
}

/** Of procedures and what belongs to them, data sources and what belongs to them. */
export const tenRows: PageSizes = { pageSize: 10, pageSizes: [10, 20, 50] };

/** Of users, roles, organisations and topics. */
export const twentyRows: PageSizes = { pageSize: 20, pageSizes: [10, 15, 20, 30, 50] };
