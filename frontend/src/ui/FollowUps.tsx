import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { visuallyHidden } from './looks';

interface Props {
  /** True if the answer requires these questions. */
  asked: boolean;
  /** Labels of the questions: "Name, Surname and Email". */
  labels: string;
  children: ReactNode;
}

/**
 * Questions that appear below an answer that requires them. Screen readers announce when they
 * appear and disappear.
 */
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
