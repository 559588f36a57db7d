import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import type { DataRequest } from '@/api/models';
import { formatDateTime } from '@/lib/dates';

/** That a request was resubmitted, when, and what its requester told the reviewers; nothing in the first round. */
export function RoundNote({ request }: { request: Pick<DataRequest, 'round' | 'rounds'> }) {
  const present = request.rounds.find(({ round }) => round === request.round);
  if (request.round < 2 || !present) return null;
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      <AlertTitle sx={{ mb: present.note ? undefined : 0 }}>
        {`Resubmitted ${formatDateTime(present.started_on)}, round ${present.round}`}
      </AlertTitle>
      {present.note && (
        <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{present.note}</Box>
      )}
    </Alert>
  );
}
