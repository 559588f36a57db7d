import Box from '@mui/material/Box';
import Fab, { type FabProps } from '@mui/material/Fab';
import type { ReactNode } from 'react';

interface Props {
  icon: ReactNode;
  label: string;
  colour: FabProps['color'];
  onClick: () => void;
}

/** The one action of a page with a long list: it stays in sight, and below the list there is room for it. */
export function FloatingButton({ icon, label, colour, onClick }: Props) {
  return (
    <>
      <Box aria-hidden sx={{ height: 72 }} />
      <Fab
        variant="extended"
        color={colour}
        onClick={onClick}
        sx={{ position: 'fixed', right: { xs: 16, sm: 32 }, bottom: { xs: 16, sm: 32 }, gap: 1 }}
      >
        {icon}
        {label}
      </Fab>
    </>
  );
}
