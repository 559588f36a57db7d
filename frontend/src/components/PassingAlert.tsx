import Alert, { type AlertProps } from '@mui/material/Alert';
import { useState } from 'react';
import { tellsOfLostCall } from '@/api/errors';
import { useReadingTime } from '@/lib/readingTime';
import { LostCall } from './LostCall';

/** Minimum milliseconds for which an alert is shown, unless it is closed or being read (1 §8). */
const SHOWN_FOR = 3000;

interface Props {
  severity: NonNullable<AlertProps['severity']>;
  /** Repeats a lost call. Without it, Try again submits the surrounding form. */
  onRetry?: () => void;
  children: string;
}

/**
 * The result of a call, above or below its form. It disappears after 3 s, or after the time it
 * takes to read, and can be closed earlier (1 §8). It stays while the pointer or the focus is on
 * it. Messages that offer a next step use `Alert` and stay; so does the message of a lost call,
 * which offers to submit the form again.
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
