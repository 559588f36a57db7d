import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/**
 * Returns the text below a field: the error, and the hint, which a person who has to correct the
 * field needs most.
 */
export function fieldHelp(error: string | undefined, hint: ReactNode): ReactNode {
  if (!error || !hint || error === hint) return error ?? hint;
  return (
    <>
      <Box component="span" sx={{ display: 'block' }}>
        {error}
      </Box>{' '}
      <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {hint}
      </Box>
    </>
  );
}
