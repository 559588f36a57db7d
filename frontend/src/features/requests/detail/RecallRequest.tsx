import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { messageOf } from '@/api/errors';
import type { DataRequest } from '@/api/models';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { toast } from '@/lib/toast';
import { useRecallRequest } from './mutations';

/** Recall Request, for as long as the request is pending; asks first (2 §4). */
export function RecallRequest({ request }: { request: DataRequest }) {
  const [asking, setAsking] = useState(false);
  const recall = useRecallRequest(request.request_id);
  if (!request.may_recall) return null;
  return (
    <>
      <Button
        color="error"
        variant="outlined"
        onClick={() => {
          recall.reset();
          setAsking(true);
        }}
      >
        Recall Request
      </Button>
      <ConfirmDialog
        open={asking}
        title="Recall Data Request"
        confirmLabel={`Recall ${request.tracking_id}`}
        cancelLabel="Keep the request"
        colour="error"
        pending={recall.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          recall.mutate(undefined, {
            onSuccess: ({ message }) => {
              setAsking(false);
              toast(message, 'success');
            },
          })
        }
      >
        {`Cancel Request ${request.tracking_id}? “${request.title}” is taken back and its review ends. Whoever was to decide next is told.`}
        {recall.error && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {messageOf(recall.error)}
          </Alert>
        )}
      </ConfirmDialog>
    </>
  );
}
