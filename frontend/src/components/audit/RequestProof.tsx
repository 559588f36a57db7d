import Box from '@mui/material/Box';
import { Proof } from './Proof';
import { useProvedAct, type ProvedAct } from './requestProofs';

interface Props {
  requestId: number;
  act: ProvedAct;
  /** What it is the proof of, where several stand on a screen: the role that decided. */
  of?: string;
}

/** The proof of something that the screen shows of a request; nothing where there is none (design P4). */
export function RequestProof({ requestId, act, of }: Props) {
  const entry = useProvedAct(requestId, act);
  if (!entry) return null;
  return (
    <Box component="span" sx={{ display: 'block' }}>
      <Proof entry={entry} of={of} comesSoon />
    </Box>
  );
}
