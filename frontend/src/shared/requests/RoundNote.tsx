import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { DataRequest } from '@/api/models';
import { Prose } from '@/ui/Prose';
import { formatDateTime } from '@/lib/dates';

/**
 * Shows when a request was resubmitted, and the requester's note to the reviewers. Renders nothing
 * in the first round.
 */
export function RoundNote({ request }: { request: Pick<DataRequest, 'round' | 'rounds'> }) {
  const present = request.rounds.find(({ round }) => round === request.round);
  if (request.round < 2 || !present) return null;
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      <AlertTitle sx={{ mb: present.note ? undefined : 0 }}>
        {`Resubmitted ${formatDateTime(present.started_on)}, round ${present.round}`}
      </AlertTitle>
      {present.note && <Prose>{present.note}</Prose>}
    </Alert>
  );
}
