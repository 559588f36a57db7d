import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  /** The id of the heading, which names the section. */
  id: string;
  title: string;
  text: string;
  /** The action of the section. */
  children?: ReactNode;
}

/** The heading of a section of the account page, with its action beside it. */
export function SectionHeader({ id, title, text, children }: Props) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        '&:not(:last-child)': { mb: 1.5 },
      }}
    >
      <Box sx={{ flex: '1 1 280px' }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        <Typography color="textSecondary">{text}</Typography>
      </Box>
      {children}
    </Box>
  );
}
