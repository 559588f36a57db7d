/** A list that opens over a form stands out from it, for `sx`. */
export const popup = { border: 1, borderColor: 'divider', boxShadow: 6 } as const;
