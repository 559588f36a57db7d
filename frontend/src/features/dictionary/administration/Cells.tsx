import Box from '@mui/material/Box';

/** A long text of a list, of which three lines are shown; all of it stands in the dialog of the row. */
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
