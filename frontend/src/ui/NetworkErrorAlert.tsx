import Alert, { type AlertProps } from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface Props {
  severity?: AlertProps['severity'];
  /**
   * Repeats the call. Without it, Try again submits the surrounding form with its current values.
   */
  onRetry?: () => void;
  pending?: boolean;
  children: ReactNode;
}

/**
 * Alert for a call without a usable response (`NetworkError`). It is not dismissed by itself, as
 * the input may not be saved yet.
 */
export function NetworkErrorAlert({ severity = 'error', onRetry, pending, children }: Props) {
  return (
    <Alert
      severity={severity}
      action={
        <Button
          color="inherit"
          size="small"
          type={onRetry ? 'button' : 'submit'}
          onClick={onRetry}
          loading={pending}
        >
          Try again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
