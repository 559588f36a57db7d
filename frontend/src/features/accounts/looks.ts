/**
 * Returns the properties of a list that opens over a form: a border to set it off, and the role of
 * a region, because all content of a page must be in one.
 */
export const popup = (name: string) =>
  ({
    paper: { sx: { border: 1, borderColor: 'divider', boxShadow: 6 } },
    popper: { role: 'region', 'aria-label': name },
  }) as const;
