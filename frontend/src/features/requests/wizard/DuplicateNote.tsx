import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

/**
 * Tells while the user types that a person or device is already in the list. Saving remains
 * possible.
 */
export function DuplicateNote({ warnings }: { warnings: readonly string[] }) {
  return (
    <Box role="status">
      {warnings.length > 0 && <Alert severity="info">{warnings.join(' ')}</Alert>}
    </Box>
  );
}
