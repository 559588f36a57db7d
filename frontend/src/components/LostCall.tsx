import Alert, { type AlertProps } from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface Props {
  severity?: AlertProps['severity'];
  /** Tries again; without it the button sends the form that it stands in, with what is filled in now. */
  onRetry?: () => void;
  pending?: boolean;
  children: ReactNode;
}

/** A call that did not reach the server. It stays, because what was typed waits for the connection. */
export function LostCall({ severity = 'error', onRetry, pending, children }: Props) {
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
