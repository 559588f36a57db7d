import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatDate, formatDateTime, timeAgo } from '@/lib/dates';
import { rowSx } from '../looks';

interface Props {
  title: string;
  text: ReactNode;
  component?: 'li' | 'div';
  /** The actions. */
  children: ReactNode;
}

/** A factor of the account: its name, a line about it, and its actions. */
export function FactorLine({ title, text, component = 'div', children }: Props) {
  return (
    <Box component={component} sx={{ ...rowSx, gap: 1 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography
          variant="h3"
          sx={{ fontSize: '1rem', fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}

interface LastUseProps {
  /** The participle of the beginning: "Set up". */
  verb: string;
  on: string;
  usedOn: string | null | undefined;
}

/** Says since when the account has a factor, and when it was last used. */
export function LastUse({ verb, on, usedOn }: LastUseProps) {
  return (
    <>
      {verb} on {formatDate(on)},{' '}
      {usedOn ? (
        <>
          last used{' '}
          <Tooltip title={formatDateTime(usedOn)}>
            <time dateTime={usedOn}>{timeAgo(usedOn)}</time>
          </Tooltip>
        </>
      ) : (
        'not used yet'
      )}
    </>
  );
}
