import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';

const breathe = keyframes`
  50% { opacity: 0.45; }
`;

const blocks = [
  { width: 'min(320px, 60%)', height: 30 },
  { width: 'min(520px, 80%)', height: 18 },
  { width: 'min(760px, 92%)', height: 14 },
  { width: 'min(640px, 70%)', height: 14 },
  { width: 'min(700px, 84%)', height: 14 },
] as const;

/** Placeholder of a screen while its code loads. */
export function ScreenSkeleton() {
  return (
    <Box role="status" aria-busy="true" aria-label="Loading" sx={{ display: 'grid', gap: 2 }}>
      {blocks.map(({ width, height }) => (
        <Box
          key={width}
          sx={{
            width,
            height,
            borderRadius: 1,
            bgcolor: 'quiet',
            animation: `${breathe} 1.6s ease-in-out 300ms infinite`,
          }}
        />
      ))}
    </Box>
  );
}
