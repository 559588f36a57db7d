import Alert, { type AlertProps } from '@mui/material/Alert';
import { useState } from 'react';
import { tellsOfLostCall } from '@/api/errors';
import { useReadingTime } from '@/lib/readingTime';
import { LostCall } from './LostCall';

/** How long an alert stays at least when nobody closes it or reads on (1 §8), in milliseconds. */
const SHOWN_FOR = 3000;

interface Props {
  severity: NonNullable<AlertProps['severity']>;
  /** Tries a lost call again; without it the form around it is sent again. */
  onRetry?: () => void;
  children: string;
}

/**
 * What a call was answered with, above or below its form: it goes by itself after 3 s, or after the time that it takes
 * to read, and can be closed before (1 §8). It stays as long as the pointer or the focus is on it, so that nobody is
 * hurried who needs longer. A message that offers a way on is an `Alert` and stays; so does one of a lost call, which
 * offers to send the form again.
 */
export function PassingAlert(props: Props) {
  return tellsOfLostCall(props.children) ? (
    <LostCall severity={props.severity} onRetry={props.onRetry}>
      {props.children}
    </LostCall>
  ) : (
    <Passing key={props.children} {...props} />
  );
}

function Passing({ severity, children }: Props) {
  const [gone, setGone] = useState(false);
  const reading = useReadingTime(children, SHOWN_FOR, () => setGone(true));
  if (gone) return null;
  return (
    <Alert
      severity={severity}
      onClose={() => setGone(true)}
      {...reading}
      slotProps={{ closeButton: { 'aria-label': 'Close this message' } }}
    >
      {children}
    </Alert>
  );
}
