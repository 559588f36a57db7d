import Box from '@mui/material/Box';

/** The first stop of the keyboard: past the header and the menu, to the content. */
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
