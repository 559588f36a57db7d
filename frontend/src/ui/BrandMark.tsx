import Box from '@mui/material/Box';

/** The product's logo: an open door with a person in it. Decorative, as the name is beside it. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 32 32"
      aria-hidden
      sx={{ width: size, height: size, flexShrink: 0, color: 'primary.main' }}
    >
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <Box
        component="g"
        sx={{
          color: 'primary.contrastText',
          fill: 'none',
          stroke: 'currentColor',
          strokeWidth: 2.6,
        }}
      >
        <path d="M9 25V13.5a7 7 0 0 1 14 0V25" strokeLinecap="round" />
        <path d="M16 25v-9.5" strokeLinecap="round" />
        <circle cx="16" cy="12" r="1.2" />
      </Box>
    </Box>
  );
}
