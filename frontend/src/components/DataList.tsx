import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** Names and values of one thing, in a column on a phone and in two beside each other elsewhere. */
export function DataList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <Box component="dl" aria-label={label} sx={{ m: 0 }}>
      {children}
    </Box>
  );
}

interface ItemProps {
  name: string;
  /** Nothing shows as a dash. */
  children?: ReactNode;
}

export function DataItem({ name, children }: ItemProps) {
  const empty = children === undefined || children === null || children === '';
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(140px, 220px) 1fr' },
        columnGap: 3,
        py: 1,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, minWidth: 0, wordBreak: 'break-word' }}
      >
        {empty ? '–' : children}
      </Typography>
    </Box>
  );
}
