import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { Expected } from '@/api/models';
import { Prose } from '@/ui/Prose';
import { formatDateTime } from '@/lib/dates';
import { termText } from '@/lib/terms';

/** Shows why the expected day moved. Renders nothing if the term was not extended. */
export function ExtensionNote({ expected }: { expected: Expected | null | undefined }) {
  const extended = expected?.extended;
  if (!extended) return null;
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      <AlertTitle>
        {`The term was extended by ${termText(extended)} on ${formatDateTime(extended.on)}`}
      </AlertTitle>
      <Prose label="Reason">{extended.reason}</Prose>
    </Alert>
  );
}
