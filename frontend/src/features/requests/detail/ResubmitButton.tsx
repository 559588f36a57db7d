import Button from '@mui/material/Button';
import { useState } from 'react';
import type { DataRequest } from '@/api/models';
import { ResubmitDialog } from './ResubmitDialog';

/** Resubmits a denied or recalled request of one's own (decisions C11); nothing while there is nothing to resubmit. */
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
