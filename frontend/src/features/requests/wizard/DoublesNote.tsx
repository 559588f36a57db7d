import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

/**
 * Tells while the user types that a person or device is already in the list. Saving remains
 * possible.
 */
export function DoublesNote({ told }: { told: readonly string[] }) {
  return (
    <Box role="status">{told.length > 0 && <Alert severity="info">{told.join(' ')}</Alert>}</Box>
  );
}
