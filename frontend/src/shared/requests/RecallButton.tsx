import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { DataRequest } from '@/api/models';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/lib/toast';
import { useRecall } from './mutations';

interface Props {
  request: DataRequest;
  /** Names the request as this page does: by tracking ID or reference. */
  name: string;
}

/**
 * Recalls a pending request after confirmation (2 §4; decisions C10). Renders nothing if the reader
 * may not recall it.
 */
export function RecallButton({ request, name }: Props) {
  const [asking, setAsking] = useState(false);
  const recall = useRecall(request.request_id);
  if (!request.may_recall) return null;
  const consequence = request.is_own
    ? 'The reviewers who were to decide next are notified.'
    : 'The requester is notified and can submit it again.';
  const send = () =>
    recall.mutate(undefined, {
      onSuccess: ({ message }) => {
        setAsking(false);
        toast(message, 'success');
      },
    });
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
        confirmLabel="Cancel Request"
        cancelLabel="Keep the request"
        colour="error"
        pending={recall.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={send}
      >
        {`${name}, “${request.title}”, will be recalled, and its review ends. ${consequence}`}
        {recall.error && (
          <Box sx={{ mt: 2 }}>
            <CallErrorAlert error={recall.error} onRetry={send} pending={recall.isPending} />
          </Box>
        )}
      </ConfirmDialog>
    </>
  );
}
