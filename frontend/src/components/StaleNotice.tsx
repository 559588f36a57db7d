import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Stored } from '@/api/useStored';
import { useInSight } from './useInSight';

interface Props<T> {
  stored: Stored<T>;
  /** The record as it was when the dialog was opened. */
  read?: T;
  /** Names and values of what the dialog edits, as a person reads them. */
  describe: (record: T) => readonly (readonly [name: string, value: string])[];
  /** Puts what is stored now into the fields. */
  onTakeOver: (now: T) => void;
  /** The words of that. */
  takeOver?: string;
}

/** Says that somebody else has saved the record, what they have changed, and what can be done. What was typed stays. */
export function StaleNotice<T>(props: Props<T>) {
  const { stored, read, describe, onTakeOver, takeOver = 'Use what is stored now' } = props;
  const { refusal, now } = stored;
  const place = useInSight<HTMLDivElement>(refusal, now);
  if (!refusal) return null;
  const before = new Map(read ? describe(read) : []);
  const changed = now ? describe(now).filter(([name, value]) => before.get(name) !== value) : [];
  return (
    <Alert ref={place} severity="warning" sx={{ overflowWrap: 'anywhere' }}>
      {refusal}
      {changed.length > 0 && (
        <Box component="ul" aria-label="Stored now" sx={{ m: 0, mt: 1, pl: 2.5 }}>
          {changed.map(([name, value]) => (
            <li key={name}>
              {name}: {value || 'nothing'}
            </li>
          ))}
        </Box>
      )}
      {now && (
        <Button
          color="inherit"
          size="small"
          variant="outlined"
          onClick={() => onTakeOver(now)}
          sx={{ display: 'flex', mt: 1 }}
        >
          {takeOver}
        </Button>
      )}
    </Alert>
  );
}
