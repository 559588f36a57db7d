/** Milliseconds for which a one-time code is valid. */
export const CODE_LIFETIME = 300_000;
