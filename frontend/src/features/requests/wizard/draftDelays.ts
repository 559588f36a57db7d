/** Milliseconds without a change before the draft is saved on the server. */
export const SAVE_DEBOUNCE_MS = 2_000;

/** Milliseconds without a change before the draft is stored on the device. */
export const LOCAL_DEBOUNCE_MS = 250;

/** Milliseconds before a failed save is tried again. */
export const RETRY_MS = 10_000;
