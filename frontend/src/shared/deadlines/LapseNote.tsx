import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { DataRequest } from '@/api/models';
import { recallReason } from '@/lib/requestStatus';

/** Says that the request was recalled for want of an answer (decisions N4). */
export function LapseNote({ request }: { request: DataRequest }) {
  const reason = recallReason(request);
  if (!reason) return null;
  return (
    <Alert severity="warning" sx={{ mb: 3 }}>
      <AlertTitle>{reason}</AlertTitle>
      {request.is_own
        ? 'A comment that requires your action was not answered by its last day. Answer it, then resubmit the request.'
        : 'A comment that required action was not answered by its last day. The requester can resubmit the request.'}
    </Alert>
  );
}
