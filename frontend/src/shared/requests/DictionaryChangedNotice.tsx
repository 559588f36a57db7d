import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { count } from '@/lib/numbers';

interface Props {
  /** Number of variables that have changed in the data dictionary since the request. */
  number: number;
  /** True if only these variables are shown. */
  only: boolean;
  onOnly: (only: boolean) => void;
}

/**
 * Shows how many requested variables have changed in the data dictionary since the request, with a
 * button that filters them.
 */
export function DictionaryChangedNotice({ number, only, onOnly }: Props) {
  if (number === 0 && !only) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 1, '& .MuiAlert-action': { alignItems: 'center', pt: 0 } }}
      action={
        <Button color="inherit" size="small" aria-pressed={only} onClick={() => onOnly(!only)}>
          {only ? 'Show all' : 'Show only these'}
        </Button>
      }
    >
      {number > 0
        ? `The data dictionary has changed since this was requested: ${count(number, 'variable')} ${
            number === 1 ? 'has changed or is' : 'have changed or are'
          } no longer offered.`
        : 'No variable has changed since the request.'}
    </Alert>
  );
}
