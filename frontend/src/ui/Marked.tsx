import Box from '@mui/material/Box';
import { Fragment } from 'react';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

interface Props {
  text: string;
  /** The substrings to mark, as the server found them, longest first. */
  hits: readonly string[];
}

/** A text in which the matches of a search are highlighted. */
export function Marked({ text, hits }: Props) {
  if (hits.length === 0) return text;
  const parts = text.split(new RegExp(`(${hits.map(escaped).join('|')})`));
  return parts.map((part, index) =>
    // `split` puts the matches at the odd indexes.
    index % 2 === 1 ? (
      <Box
        key={index}
        component="mark"
        sx={{
          color: 'inherit',
          bgcolor: 'transparent',
          // Underlined as well, because colour alone is not enough. Without padding, which would
          // pull words apart.
          backgroundImage: (theme) =>
            `linear-gradient(color-mix(in srgb, ${theme.vars.palette.status.unattended.main} 26%, transparent) 0 0)`,
          boxShadow: (theme) => `inset 0 -2px ${theme.vars.palette.status.unattended.main}`,
          borderRadius: '2px',
        }}
      >
        {part}
      </Box>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
