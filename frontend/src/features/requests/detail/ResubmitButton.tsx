import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { DataRequest } from '@/api/models';
import { ResubmitDialog } from './ResubmitDialog';

/**
 * Resubmits one's own denied or recalled request (decisions C11). Renders nothing if the request
 * cannot be resubmitted.
 */
export function ResubmitButton({ request }: { request: DataRequest }) {
  const [open, setOpen] = useState(false);
  if (!request.acting.resubmit.allowed) return null;
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        Resubmit
      </Button>
      {open && <ResubmitDialog request={request} onClose={() => setOpen(false)} />}
    </>
  );
}

export function NotResubmittable({ request }: { request: DataRequest }) {
  const { is_own, status, acting } = request;
  if (!is_own || acting.resubmit.allowed || !(status === 'Denied' || status === 'Recalled')) {
    return null;
  }
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <AlertTitle>This Data Request cannot be resubmitted yet.</AlertTitle>
      {acting.resubmit.why_not}
    </Alert>
  );
}
