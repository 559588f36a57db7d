import Box from '@mui/material/Box';
import { ViewportPortal } from '@xyflow/react';
import type { SourceFrame } from './frames';

/** Draws the frames of the data sources behind the tables of a map. The list names the sources. */
export function SourceFrames({ frames }: { frames: readonly SourceFrame[] }) {
  return (
    <ViewportPortal>
      {frames.map(({ name, x, y, width, height }) => (
        <Box
          key={`${name} ${x} ${y}`}
          aria-hidden
          sx={{
            position: 'absolute',
            zIndex: -1,
            pointerEvents: 'none',
            px: 1.25,
            pt: 0.5,
            border: 1,
            borderStyle: 'dashed',
            borderColor: 'text.secondary',
            borderRadius: 1,
            bgcolor: 'quiet',
            color: 'text.secondary',
            fontSize: '0.8125rem',
            fontWeight: 600,
            whiteSpace: 'nowrap',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
          }}
          style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
        >
          {name}
        </Box>
      ))}
    </ViewportPortal>
  );
}
