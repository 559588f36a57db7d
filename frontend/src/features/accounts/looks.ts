/**
 * Returns the properties of a list that opens over a form: a border to set it off, and the role of
 * a region, because all content of a page must be in one.
 */
export const popup = (name: string) =>
  ({
    paper: { sx: { border: 1, borderColor: 'divider', boxShadow: 6 } },
    popper: { role: 'region', 'aria-label': name },
  }) as const;

/** A row of a section of the account page: a text and its actions, which wrap on a phone. */
export const rowSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  py: 1.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const;
