import Alert, { type AlertProps } from '@mui/material/Alert';
import { useState } from 'react';
import { messageOf, NetworkError } from '@/api/errors';
import { useReadingTime } from '@/lib/readingTime';
import { LostCall } from './LostCall';

/** How long an alert stays at least when nobody closes it or reads on (1 §8), in milliseconds. */
const SHOWN_FOR = 3000;

interface Props {
  severity: NonNullable<AlertProps['severity']>;
  error: unknown;
  /** Tries a lost call again; without it the form around it is sent again. */
  onRetry?: () => void;
  /** The text, where it is not the message of the error. */
  children?: string;
}

/**
 * What a call was answered with, above or below its form: it goes by itself after 3 s, or after the time that it takes
 * to read, and can be closed before (1 §8). It stays as long as the pointer or the focus is on it, so that nobody is
 * hurried who needs longer. A message that offers a way on is an `Alert` and stays; so does one of a lost call, which
 * offers to send the form again.
 */
export function PassingAlert({ severity, error, onRetry, children }: Props) {
  const text = children ?? messageOf(error);
  return error instanceof NetworkError ? (
    <LostCall severity={severity} onRetry={onRetry}>
      {text}
    </LostCall>
  ) : (
    <Passing key={text} severity={severity} text={text} />
  );
}

function Passing({ severity, text }: { severity: Props['severity']; text: string }) {
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
