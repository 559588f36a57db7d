/** A list that opens over a form: it stands out from it, and belongs to a region as everything on a page does. */
export const popup = (name: string) =>
  ({
    paper: { sx: { border: 1, borderColor: 'divider', boxShadow: 6 } },
    popper: { role: 'region', 'aria-label': name },
  }) as const;
