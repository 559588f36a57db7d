import Box from '@mui/material/Box';

export function TypeMark({ color }: { color?: string }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        flex: 'none',
        width: 14,
        height: 14,
        borderRadius: 0.5,
        bgcolor: color ?? 'text.secondary',
      }}
    />
  );
}
