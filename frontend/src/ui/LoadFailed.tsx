import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { isNotFound, messageOf } from '@/api/errors';

interface Props {
  error: unknown;
  onRetry: () => void;
}

/**
 * Shows why a list or a record could not be loaded, and offers a retry unless it does not exist.
 */
export function LoadFailed({ error, onRetry }: Props) {
  return (
    <Alert
      severity="error"
      action={
        !isNotFound(error) && (
          <Button color="inherit" size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {messageOf(error)}
    </Alert>
  );
}
