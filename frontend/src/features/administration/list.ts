/** The rows of the tables of users, assigned roles and organisations, and the choices (1 §9; 3 §9). */
export const PAGE_SIZE = 20;
export const PAGE_SIZES: readonly number[] = [10, 15, 20, 30, 50];
