import MuiLink from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Props {
  to: string;
  /** The accessible name, which contains the text: "Show the tables of the data source Births". */
  label: string;
  children: ReactNode;
}

/** The name of a row, as a link to the screen of its record. */
export function RowLink({ to, label, children }: Props) {
  return (
    <MuiLink component={Link} to={to} aria-label={label} sx={{ fontWeight: 620 }}>
      {children}
    </MuiLink>
  );
}
