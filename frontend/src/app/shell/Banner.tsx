import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  children: ReactNode;
}

/** A quiet line above a screen: a sentence, and links to what it asks for. */
export function Banner({ label, children }: Props) {
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{
        mb: 2.5,
        px: 2,
        py: 1,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2.5,
        rowGap: 0.5,
        borderRadius: 1,
        bgcolor: 'quiet',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  );
}
