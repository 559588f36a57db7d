import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** One sentence about the purpose of the screen. */
  purpose?: ReactNode;
  /** The one primary action, and secondary ones beside it. */
  action?: ReactNode;
  /** A breadcrumb or a Back link, above the title. */
  above?: ReactNode;
  status?: ReactNode;
  /** True for a title from the server. It has room for two lines on a phone before it arrives. */
  isTitleLoaded?: boolean;
}

/** The head of every screen. Its title is the only h1. */
export function PageHeader({ title, purpose, action, above, status, isTitleLoaded }: Props) {
  return (
    <Box sx={{ mb: 3 }}>
      {above && <Box sx={{ mb: 1 }}>{above}</Box>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 2 }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
            <Typography
              variant="h1"
              sx={isTitleLoaded ? { minHeight: { xs: '2.5em', sm: 0 } } : undefined}
            >
              {title}
            </Typography>
            {status}
          </Box>
          {purpose && (
            <Typography color="textSecondary" sx={{ mt: 0.5, maxWidth: 760 }}>
              {purpose}
            </Typography>
          )}
        </Box>
        {action && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{action}</Box>}
      </Box>
    </Box>
  );
}
