/** The rows of the tables of procedures, stage types, stages and next stages, and the choices (3 §9). */
export const PAGE_SIZE = 10;
export const PAGE_SIZES: readonly number[] = [10, 20, 50];

/** The words of the specification for a table without a row (3 §2.7). */
export const EMPTY = 'No List of Approval Procedure data available';
