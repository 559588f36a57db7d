/** Milliseconds of rest before what was typed is saved. */
export const REST = 2_000;

/** Milliseconds of rest before what was typed is kept on the device. */
export const REST_HERE = 250;

/** Milliseconds before a lost save is tried again. */
export const AGAIN = 10_000;
