import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';

interface Props {
  /** Why the action would be refused; nothing where it can be done. */
  refusal?: string | null;
  /** What the action is called. */
  label: string;
  /** Its button, which is disabled where there is a refusal. */
  children: ReactNode;
}

/** An action of a row; where it would be refused, its place says why, to the pointer and to the keyboard. */
export function RefusedAction({ refusal, label, children }: Props) {
  if (!refusal) return children;
  return (
    <Tooltip title={refusal}>
      <Box
        component="span"
        tabIndex={0}
        role="note"
        aria-label={`${label}: ${refusal}`}
        sx={{ display: 'inline-flex', borderRadius: 1 }}
      >
        {children}
      </Box>
    </Tooltip>
  );
}
