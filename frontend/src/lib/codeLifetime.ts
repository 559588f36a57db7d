/** Milliseconds for which a code is good. */
export const CODE_LIFETIME = 300_000;
