import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { isNotFound, messageOf } from '@/api/errors';

interface Props {
  error: unknown;
  onRetry: () => void;
}

/** A list or a detail that could not be loaded, with what went wrong and a way to try again where that can help. */
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
