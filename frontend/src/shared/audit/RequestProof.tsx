import Box from '@mui/material/Box';
import { Proof } from './Proof';
import { useProvedAct, type ProvedAct } from './requestProofs';

interface Props {
  requestId: number;
  act: ProvedAct;
  /** Distinguishes several proofs on one screen: the role that decided. */
  of?: string;
  /** Shows the proof on the same line, so that nothing below moves when it is loaded. */
  beside?: boolean;
}

/** The proof of an act on a request. Renders nothing if there is none (decisions P4). */
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
