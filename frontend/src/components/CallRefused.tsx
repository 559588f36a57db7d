import Alert, { type AlertProps } from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { messageOf, NetworkError } from '@/api/errors';
import { LostCall } from './LostCall';

interface Props {
  error: unknown;
  severity?: AlertProps['severity'];
  /** Tries again; without it the form around it is sent again. */
  onRetry?: () => void;
  pending?: boolean;
  /** What is said, where it is not the message of the error. */
  children?: ReactNode;
}

/** Why a change failed. It stays until the next attempt, and a call that was lost can be tried again at once. */
export function CallRefused({ error, severity = 'error', onRetry, pending, children }: Props) {
  const words = children ?? messageOf(error);
  return error instanceof NetworkError ? (
    <LostCall severity={severity} onRetry={onRetry} pending={pending}>
      {words}
    </LostCall>
  ) : (
    <Alert severity={severity}>{words}</Alert>
  );
}
