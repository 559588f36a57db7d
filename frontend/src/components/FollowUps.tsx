import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { visuallyHidden } from './looks';

interface Props {
  /** The answer brings these questions up. */
  asked: boolean;
  /** Their labels: "Name, Surname and Email". */
  labels: string;
  children: ReactNode;
}

/** Questions that an answer brings up. They follow it, and screen readers say when they come and go. */
export function FollowUps({ asked, labels, children }: Props) {
  const [before, setBefore] = useState(asked);
  const [message, setMessage] = useState('');
  if (asked !== before) {
    setBefore(asked);
    setMessage(`The form ${asked ? 'now also' : 'no longer'} asks for: ${labels}.`);
  }
  return (
    <>
      {asked && children}
      <Box role="status" sx={visuallyHidden}>
        {message}
      </Box>
    </>
  );
}
