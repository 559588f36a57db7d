import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import PriorityHighOutlined from '@mui/icons-material/PriorityHighOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { messageOf } from '@/api/errors';
import type { StateComment } from '@/api/models';
import { formatDateTime } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { useMarkResolved } from './mutations';

interface Props {
  requestId: number;
  comments: readonly StateComment[];
}

/** What reviewers said, those first that ask for action; resolving one lets the review go on (2 §4). */
export function RequestComments({ requestId, comments }: Props) {
  const isOpen = ({ action_required, resolved }: StateComment) => action_required && !resolved;
  const sorted = [...comments].sort(
    (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.comment_id - a.comment_id,
  );
  return (
    <Box
      component="section"
      aria-labelledby="comments-title"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        p: 2.5,
      }}
    >
      <Typography id="comments-title" variant="h2">
        Comments
      </Typography>
      {sorted.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          No State Comments
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {sorted.map((comment) => (
          <Comment key={comment.comment_id} requestId={requestId} comment={comment} />
        ))}
      </Box>
    </Box>
  );
}

function Comment({ requestId, comment }: { requestId: number; comment: StateComment }) {
  const resolve = useMarkResolved(requestId);
  const open = comment.action_required && !comment.resolved;
  return (
    <Box
      component="li"
      sx={{ py: 2, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}
    >
      <Typography variant="body2" color="textSecondary">
        {comment.section}
      </Typography>
      <Typography sx={{ my: 0.5, whiteSpace: 'pre-wrap' }}>{comment.comment}</Typography>
      <Typography variant="body2" color="textSecondary">
        {comment.author.org_role.role.role} ·{' '}
        <time dateTime={comment.created_on}>{formatDateTime(comment.created_on)}</time>
      </Typography>
      {(open || comment.resolved) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
          <Typography
            variant="body2"
            sx={(theme) => ({
              display: 'inline-flex',
              alignItems: 'center',
              gap: 0.5,
              fontWeight: 600,
              color: theme.vars.palette.status[open ? 'unattended' : 'approved'].main,
            })}
          >
            {open ? (
              <PriorityHighOutlined sx={{ fontSize: 16 }} aria-hidden />
            ) : (
              <CheckCircleOutlined sx={{ fontSize: 16 }} aria-hidden />
            )}
            {open ? 'Action required' : 'resolved'}
          </Typography>
          {open && comment.may_resolve && (
            <Tooltip title="blocks until the requester acts or 48 hours pass">
              <Button
                size="small"
                variant="outlined"
                color="secondary"
                loading={resolve.isPending}
                onClick={() =>
                  resolve.mutate(comment.comment_id, {
                    onSuccess: ({ message }) => toast(message, 'success'),
                    onError: (error) => toast(messageOf(error), 'error'),
                  })
                }
              >
                Mark as resolved
              </Button>
            </Tooltip>
          )}
        </Box>
      )}
    </Box>
  );
}
