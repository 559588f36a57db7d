import Box from '@mui/material/Box';

const shapes = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  moon: 'M20 14.6A8.4 8.4 0 0 1 9.4 4a8.4 8.4 0 1 0 10.6 10.6Z',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
} as const;

/** An icon of the header. It replaces MUI's SvgIcon, which weighs 2 kB, for a fast first load. */
export function ShellIcon({ shape, size = 20 }: { shape: keyof typeof shapes; size?: number }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 24 24"
      aria-hidden
      sx={{
        width: size,
        height: size,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
      }}
    >
      <path d={shapes[shape]} />
    </Box>
  );
}
