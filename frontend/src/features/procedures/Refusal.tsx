import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { ApiError, messageOf, NetworkError } from '@/api/errors';
import { isStale } from '@/api/useStored';
import { CallErrorAlert } from '@/ui/CallErrorAlert';

interface FaultsProps {
  severity?: 'warning' | 'info';
  /** The accessible name of the list. */
  label?: string;
  message: string;
  faults: readonly string[];
}

/** Shows a message about a procedure, with all its faults or warnings (decisions C1). */
export function Faults({ severity = 'warning', label = 'Faults', message, faults }: FaultsProps) {
  return (
    <Alert
      severity={severity}
      // Information is on the page from the start, so a screen reader should not be interrupted by
      // it.
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
  /** Repeats the failed call. Without it, the button submits the surrounding form. */
  onRetry?: () => void;
}

/** Shows the reason for a refused change, with the faults that the change would have left. */
export function Refusal({ error, onRetry }: Props) {
  // A stale save has a notice of its own.
  if (!error || isStale(error)) return null;
  if (error instanceof NetworkError) {
    return <CallErrorAlert severity="warning" error={error} onRetry={onRetry} />;
  }
  const faults = error instanceof ApiError ? (error.errors.faults ?? []) : [];
  return <Faults message={messageOf(error)} faults={faults} />;
}
