import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { ApiError, messageOf } from '@/api/errors';
import { isStale } from '@/api/useStored';

interface FaultsProps {
  severity?: 'warning' | 'info';
  message: string;
  faults: readonly string[];
}

/** What is said about a procedure, with all its faults (decisions C1). */
export function Faults({ severity = 'warning', message, faults }: FaultsProps) {
  return (
    <Alert severity={severity} sx={{ overflowWrap: 'anywhere' }}>
      {message}
      {faults.length > 0 && (
        <Box component="ul" aria-label="Faults" sx={{ m: 0, mt: 1, pl: 2.5 }}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </Box>
      )}
    </Alert>
  );
}

/** Why the server refused a change, with the faults that it would have left. */
export function Refusal({ error }: { error: Error | null }) {
  // A stale save has a notice of its own.
  if (!error || isStale(error)) return null;
  const faults = error instanceof ApiError ? (error.errors.faults ?? []) : [];
  return <Faults message={messageOf(error)} faults={faults} />;
}
