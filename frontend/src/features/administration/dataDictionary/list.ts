/** The rows of the tables of sources, custodians and versions, and the choices (3 §9). */
export const PAGE_SIZE = 10;
export const PAGE_SIZES: readonly number[] = [10, 20, 50];
