import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cardSx } from './looks';
import { PlainList } from './PlainList';

/** A list of tasks in a frame. */
export function TodoList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <PlainList aria-label={label} sx={{ ...cardSx, py: 0.5 }}>
      {children}
    </PlainList>
  );
}

interface LineProps {
  /** Names the thing. */
  title: ReactNode;
  more?: ReactNode;
  /** The button's text and its page. */
  action: string;
  to: string;
  /** Names the thing in the button's accessible name. */
  about: string;
  urgent?: boolean;
}

/** A task: the thing, what is to be known about it, and one button. */
export function TodoLine({ title, more, action, to, about, urgent = false }: LineProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        py: 1.25,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
        {more && (
          <Typography variant="body2" color="textSecondary">
            {more}
          </Typography>
        )}
      </Box>
      <Button
        component={Link}
        to={to}
        variant={urgent ? 'contained' : 'outlined'}
        aria-label={`${action}: ${about}`}
      >
        {action}
      </Button>
    </Box>
  );
}
