import Box from '@mui/material/Box';
import Fab, { type FabProps } from '@mui/material/Fab';
import { PAGE_BAR_BOTTOM, pageBar } from '@/ui/bars';
import { LOW_WINDOW } from '@/ui/looks';
import type { ReactNode } from 'react';

interface Props {
  icon: ReactNode;
  label: string;
  colour: FabProps['color'];
  onClick: () => void;
}

/**
 * The only action of a page with a long list. It floats above the page, and the list has room for
 * it at its end.
 */
export function FloatingButton({ icon, label, colour, onClick }: Props) {
  return (
    <>
      <Box aria-hidden sx={{ height: 72 }} />
      <Fab
        ref={pageBar}
        variant="extended"
        color={colour}
        onClick={onClick}
        sx={{
          position: 'fixed',
          [LOW_WINDOW]: { position: 'static' },
          right: { xs: 16, sm: 32 },
          bottom: {
            xs: `calc(${PAGE_BAR_BOTTOM} + 16px)`,
            sm: `calc(${PAGE_BAR_BOTTOM} + 32px)`,
          },
          gap: 1,
        }}
      >
        {icon}
        {label}
      </Fab>
    </>
  );
}
