import Box from '@mui/material/Box';
import { Proof } from './Proof';
import { useProvedAct, type ProvedAct } from './requestProofs';

interface Props {
  requestId: number;
  act: ProvedAct;
  /** What it is the proof of, where several stand on a screen: the role that decided. */
  of?: string;
  /** On the line of what it is of, for what comes above others: nothing is to move when the proof comes. */
  beside?: boolean;
}

/** The proof of something that the screen shows of a request; nothing where there is none (design P4). */
export function RequestProof({ requestId, act, of, beside = false }: Props) {
  const entry = useProvedAct(requestId, act);
  if (!entry) return null;
  return (
    <Box component="span" sx={{ display: beside ? 'inline' : 'block' }}>
      {beside && ' · '}
      <Proof entry={entry} of={of} comesSoon />
    </Box>
  );
}
