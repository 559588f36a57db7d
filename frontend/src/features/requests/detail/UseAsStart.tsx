import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router';
import { api, body } from '@/api/client';
import { messageOf } from '@/api/errors';
import { once } from '@/api/once';
import { useAct } from '@/api/useAct';
import { openDraft } from '@/lib/openDraft';
import { toast } from '@/lib/toast';
import { draftPath } from '../draftPath';

/** Makes a draft of an own request, without its documents, dates and decisions, and opens it (decisions, "Drafts"). */
export function UseAsStart({ requestId }: { requestId: number }) {
  const navigate = useNavigate();
  const start = useAct({
    mutationFn: () =>
      once('/api/v1/data_requests/drafts', requestId, async (header) =>
        body(
          await api.POST('/api/v1/data_requests/drafts', {
            params: { header },
            body: { request_id: requestId },
          }),
        ),
      ),
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
      Use as a start
    </Button>
  );
}
