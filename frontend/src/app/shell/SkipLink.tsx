import Box from '@mui/material/Box';

/** The first focusable element: a link that skips the header and the menu. */
export function SkipLink() {
  return (
    <Box
      component="a"
      href="#content"
      data-skip-link
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontWeight: 600,
        transform: 'translateY(-200%)',
        '&:focus': { transform: 'none' },
      }}
    >
      Skip to the content
    </Box>
  );
}
