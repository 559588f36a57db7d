import Alert, { type AlertProps } from '@mui/material/Alert';
import { useState } from 'react';
import { messageOf, NetworkError } from '@/api/errors';
import { useReadingTime } from '@/lib/readingTime';
import { NetworkErrorAlert } from './NetworkErrorAlert';

/** Minimum milliseconds for which an alert is shown, unless it is closed or being read (1 §8). */
const SHOWN_FOR = 3000;

interface Props {
  severity: NonNullable<AlertProps['severity']>;
  error: unknown;
  /** Repeats a lost call. Without it, Try again submits the surrounding form. */
  onRetry?: () => void;
  /** The text, where it is not the message of the error. */
  children?: string;
}

/**
 * The result of a call, above or below its form. It disappears after 3 s, or after the time it
 * takes to read, and can be closed earlier (1 §8). It stays while the pointer or the focus is on
 * it. Messages that offer a next step use `Alert` and stay; so does the message of a lost call,
 * which offers to submit the form again.
 */
export function TemporaryAlert({ severity, error, onRetry, children }: Props) {
  const text = children ?? messageOf(error);
  return error instanceof NetworkError ? (
    <NetworkErrorAlert severity={severity} onRetry={onRetry}>
      {text}
    </NetworkErrorAlert>
  ) : (
    <TimedAlert key={text} severity={severity} text={text} />
  );
}

function TimedAlert({ severity, text }: { severity: Props['severity']; text: string }) {
  const [gone, setGone] = useState(false);
  const reading = useReadingTime(text, SHOWN_FOR, () => setGone(true));
  if (gone) return null;
  return (
    <Alert
      severity={severity}
      onClose={() => setGone(true)}
      {...reading}
      slotProps={{ closeButton: { 'aria-label': 'Close this message' } }}
    >
      {text}
    </Alert>
  );
}
