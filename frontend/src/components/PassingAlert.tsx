import Alert, { type AlertProps } from '@mui/material/Alert';
import { useEffect, useState } from 'react';

/** How long an alert stays when nobody closes it or reads on (1 §8), in milliseconds. */
const SHOWN_FOR = 3000;

interface Props {
  severity: NonNullable<AlertProps['severity']>;
  children: string;
}

/**
 * What a call was answered with, above or below its form: it goes by itself after 3 s and can be closed before (1 §8). It stays
 * as long as the pointer or the focus is on it, so that nobody is hurried who needs longer to read. A message that offers a
 * way on is an `Alert` and stays.
 */
export function PassingAlert({ severity, children }: Props) {
  const [gone, setGone] = useState(false);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  useEffect(() => {
    if (held || gone) return undefined;
    const timer = setTimeout(() => setGone(true), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [held, gone]);
  if (gone) return null;
  return (
    <Alert
      severity={severity}
      onClose={() => setGone(true)}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      slotProps={{ closeButton: { 'aria-label': 'Close this message' } }}
    >
      {children}
    </Alert>
  );
}
