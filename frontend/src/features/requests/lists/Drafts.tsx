import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { DraftRow } from '@/api/models';
import { useSession } from '@/api/session';
import { useAct } from '@/api/useAct';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { LoadFailed } from '@/ui/LoadFailed';
import { PlainList } from '@/ui/PlainList';
import { formatDate, formatDateTime, timeAgo } from '@/lib/dates';
import { openDraft } from '@/lib/openDraft';
import { toast } from '@/lib/toast';
import { draftPath } from '../draftPath';
import { draftQueries } from '../queries';
import { titleOf } from './useDrafts';

interface Props {
  drafts: UseQueryResult<readonly DraftRow[]>;
}

/** Lists the user's drafts, which can be continued or deleted (decisions D3). */
export function Drafts({ drafts }: Props) {
  const userId = useSession()?.user.user_id;
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<DraftRow | null>(null);
  const remove = useAct({
    mutationFn: ({ draft_id }: DraftRow) =>
      api.DELETE('/api/v1/data_requests/drafts/{id}', { params: { path: { id: draft_id } } }),
    onSuccess: (_, { draft_id }) => {
      toast('The draft was deleted.', 'success');
      if (userId !== undefined && openDraft.of(userId) === draft_id) openDraft.leave();
    },
    onError: (error) => toast(messageOf(error), 'error'),
    onSettled: () => {
      setDeleting(null);
      void client.invalidateQueries({ queryKey: draftQueries.all });
    },
  });

  if (drafts.error && !drafts.data) {
    return (
      <Box sx={{ mb: 3 }}>
        <LoadFailed error={drafts.error} onRetry={() => void drafts.refetch()} />
      </Box>
    );
  }
  if (!drafts.data || drafts.data.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="drafts" sx={{ mb: 4 }}>
      <Typography id="drafts" variant="h2" sx={{ mb: 1.5 }}>
        Not submitted
      </Typography>
      <PlainList aria-label="Not submitted">
        {drafts.data.map((draft) => (
          <Row key={draft.draft_id} draft={draft} onDelete={() => setDeleting(draft)} />
        ))}
      </PlainList>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this draft?"
        confirmLabel="Delete draft"
        colour="error"
        focus="cancel"
        pending={remove.isPending}
        onCancel={() => setDeleting(null)}
        onConfirm={() => deleting && remove.mutate(deleting)}
      >
        {deleting && titleOf(deleting)} will be deleted with its files, on all your devices.
      </ConfirmDialog>
    </Box>
  );
}

function Row({ draft, onDelete }: { draft: DraftRow; onDelete: () => void }) {
  const title = titleOf(draft);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: 2.5,
        py: 2,
        border: 1,
        borderStyle: 'dashed',
        borderColor: 'divider',
        borderRadius: 1,
        '& + &': { mt: 1 },
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Chip size="small" variant="outlined" label="Not submitted" />
        <Typography variant="h3" sx={{ my: 0.25, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary" title={formatDateTime(draft.changed_on)}>
          Saved {timeAgo(draft.changed_on)} · Deleted on {formatDate(draft.deleted_on)} if not
          edited
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          color="error"
          startIcon={<DeleteOutlined />}
          aria-label={`Delete ${title}`}
          onClick={onDelete}
        >
          Delete
        </Button>
        <Button
          component={Link}
          to={draftPath(draft.draft_id)}
          variant="contained"
          aria-label={`Continue ${title}`}
        >
          Continue
        </Button>
      </Box>
    </Box>
  );
}
