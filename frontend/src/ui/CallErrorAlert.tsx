import Alert, { type AlertProps } from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { messageOf, NetworkError } from '@/api/errors';
import { NetworkErrorAlert } from './NetworkErrorAlert';

interface Props {
  error: unknown;
  severity?: AlertProps['severity'];
  /** Repeats the call. Without it, Try again submits the surrounding form. */
  onRetry?: () => void;
  pending?: boolean;
  /** Replaces the message of the error. */
  children?: ReactNode;
}

/** Shows why a change failed, until the next attempt. A network error offers to try again. */
export function CallErrorAlert({ error, severity = 'error', onRetry, pending, children }: Props) {
  const words = children ?? messageOf(error);
  return error instanceof NetworkError ? (
    <NetworkErrorAlert severity={severity} onRetry={onRetry} pending={pending}>
      {words}
    </NetworkErrorAlert>
  ) : (
    <Alert severity={severity}>{words}</Alert>
  );
}
