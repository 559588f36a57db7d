import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';

/** Placeholder while a list of cards loads. */
export function CardsSkeleton({ count = 6, height = 168 }: { count?: number; height?: number }) {
  return (
    <Box
      aria-busy="true"
      aria-label="Loading"
      role="status"
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'repeat(3, 1fr)' },
      }}
    >
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={height} />
      ))}
    </Box>
  );
}

/** Placeholder while a list of rows loads. */
export function RowsSkeleton({ count = 5, height = 64 }: { count?: number; height?: number }) {
  return (
    <Stack aria-busy="true" aria-label="Loading" role="status" sx={{ gap: 1 }}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} variant="rounded" height={height} />
      ))}
    </Stack>
  );
}
