import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { ApiError, messageOf, NetworkError } from '@/api/errors';
import { isStale } from '@/api/useStored';
import { CallRefused } from '@/components/CallRefused';

interface FaultsProps {
  severity?: 'warning' | 'info';
  /** What the list is. */
  label?: string;
  message: string;
  faults: readonly string[];
}

/** What is said about a procedure, with all its faults or warnings (decisions C1). */
export function Faults({ severity = 'warning', label = 'Faults', message, faults }: FaultsProps) {
  return (
    <Alert
      severity={severity}
      // A remark stands on the page from its beginning: nobody is interrupted for it.
      role={severity === 'info' ? 'note' : 'alert'}
      sx={{ overflowWrap: 'anywhere' }}
    >
      {message}
      {faults.length > 0 && (
        <Box component="ul" aria-label={label} sx={{ m: 0, mt: 1, pl: 2.5 }}>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </Box>
      )}
    </Alert>
  );
}

interface Props {
  error: Error | null | undefined;
  /** Tries again; without it the form around it is sent again. */
  onRetry?: () => void;
}

/** Why the server refused a change, with the faults that it would have left. */
export function Refusal({ error, onRetry }: Props) {
  // A stale save has a notice of its own.
  if (!error || isStale(error)) return null;
  if (error instanceof NetworkError) {
    return <CallRefused severity="warning" error={error} onRetry={onRetry} />;
  }
  const faults = error instanceof ApiError ? (error.errors.faults ?? []) : [];
  return <Faults message={messageOf(error)} faults={faults} />;
}
