import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { use, type ReactNode } from 'react';
import { RowAction } from './rowAction';

const denseList = {
  m: 0,
  display: 'grid',
  // With rows of 20 px, this gap keeps links in neighbouring rows from being hit by mistake.
  gap: 0.75,
  '&& > div': { gridTemplateColumns: '112px minmax(0, 1fr)', columnGap: 1, py: 0, borderTop: 0 },
  '&& > div > dd': { gridColumn: 'auto' },
} as const;

interface ListProps {
  children: ReactNode;
  label?: string;
  /** Small spacing, and values beside their names even on a phone. */
  dense?: boolean;
}

/** Names and values of one thing: in two columns, or in one column on a phone. */
export function DataList({ children, label, dense = false }: ListProps) {
  return (
    <Box component="dl" aria-label={label} sx={dense ? denseList : { m: 0 }}>
      {children}
    </Box>
  );
}

interface ItemProps {
  name: string;
  /** Empty values are shown as a dash. */
  children?: ReactNode;
}

export function DataItem({ name, children }: ItemProps) {
  const action = use(RowAction)?.(name);
  const empty = children === undefined || children === null || children === '';
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr) auto',
          sm: 'minmax(140px, 220px) minmax(0, 1fr) auto',
        },
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
        sx={{ m: 0, minWidth: 0, gridColumn: { xs: 1, sm: 'auto' }, overflowWrap: 'anywhere' }}
      >
        {empty ? '–' : children}
      </Typography>
      {action && (
        <Box
          component="dd"
          sx={{ m: 0, gridColumn: { xs: 2, sm: 3 }, gridRow: { xs: '1 / span 2', sm: 1 } }}
        >
          {action}
        </Box>
      )}
    </Box>
  );
}
