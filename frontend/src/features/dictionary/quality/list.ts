/** The page size of the table and of the chart above it. */
export const PAGE_SIZE = 10;
export const PAGE_SIZES: readonly number[] = [10, 20, 50];
