import Box from '@mui/material/Box';

/** Shows the first three lines of a long text. The dialog of the row has the full text. */
export function Excerpt({ children }: { children: string }) {
  return (
    <Box
      component="span"
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: 3,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  );
}
