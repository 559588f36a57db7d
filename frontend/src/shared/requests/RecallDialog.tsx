import Box from '@mui/material/Box';
import type { DataRequest } from '@/api/models';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { toast } from '@/lib/toast';
import { useRecall } from './mutations';

interface Props {
  request: DataRequest;
  /** Names the request as the page does: by tracking ID or reference. */
  name: string;
  onClose: () => void;
}

/** Asks before a request is recalled, and says what follows (2 §4; decisions C10). */
export default function RecallDialog({ request, name, onClose }: Props) {
  const recall = useRecall(request.request_id);
  const consequence = request.is_own
    ? 'The reviewers who were to decide next are notified.'
    : 'The requester is notified and can submit it again.';
  const send = () =>
    recall.mutate(undefined, {
      onSuccess: ({ message }) => {
        onClose();
        toast(message, 'success');
      },
    });
  return (
    <ConfirmDialog
      open
      title="Recall Data Request"
      confirmLabel="Cancel Request"
      cancelLabel="Keep the request"
      colour="error"
      pending={recall.isPending}
      onCancel={onClose}
      onConfirm={send}
    >
      {`${name}, “${request.title}”, will be recalled, and its review ends. ${consequence}`}
      {recall.error && (
        <Box sx={{ mt: 2 }}>
          <CallErrorAlert error={recall.error} onRetry={send} pending={recall.isPending} />
        </Box>
      )}
    </ConfirmDialog>
  );
}
