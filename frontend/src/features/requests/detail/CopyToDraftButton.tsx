import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router';
import { messageOf } from '@/api/errors';
import { sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import { openDraft } from '@/lib/openDraft';
import { toast } from '@/lib/toast';
import { draftPath } from '../draftPath';

/**
 * Copies one's own request to a new draft, without its documents, dates and decisions, and opens
 * the draft (decisions D3).
 */
export function CopyToDraftButton({ requestId }: { requestId: number }) {
  const navigate = useNavigate();
  const start = useAct({
    mutationFn: () => sendOnce('/api/v1/data_requests/drafts', { body: { request_id: requestId } }),
    onSuccess: async ({ data, message }) => {
      toast(message, 'success');
      openDraft.leave();
      await navigate(draftPath(data.draft_id));
    },
    onError: (error) => toast(messageOf(error), 'warning'),
  });
  return (
    <Button
      variant="outlined"
      startIcon={<ContentCopyOutlined />}
      loading={start.isPending}
      loadingPosition="start"
      onClick={() => start.mutate()}
    >
      Copy to new draft
    </Button>
  );
}
