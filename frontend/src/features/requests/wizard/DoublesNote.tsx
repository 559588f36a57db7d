import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

/** Says while somebody types that a person or device is in the list already. Saving stays possible. */
export function DoublesNote({ told }: { told: readonly string[] }) {
  return (
    <Box role="status">{told.length > 0 && <Alert severity="info">{told.join(' ')}</Alert>}</Box>
  );
}
