import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import PriorityHighOutlined from '@mui/icons-material/PriorityHighOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { StateComment } from '@/api/models';
import { formatDateTime } from '@/lib/dates';
import { useResolveComment } from '@/components/requests/mutations';
import { hasRunOut, isUrgent } from '@/lib/requestSections';

const mark = { display: 'inline-flex', alignItems: 'center', gap: 0.5, fontWeight: 600 } as const;

/** One comment: who wrote it in which role and when, what it says, and whether it is settled. */
export function CommentItem({ comment }: { comment: StateComment }) {
  const resolve = useResolveComment();
  const { author, resolved } = comment;
  return (
    <Box component="li" sx={{ py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Typography sx={{ fontWeight: 600, lineHeight: 1.4 }}>{author.org_role.role.role}</Typography>
      <Typography variant="body2" color="textSecondary">
        {author.user.fname} {author.user.sname}
        {' · '}
        <time dateTime={comment.created_on}>{formatDateTime(comment.created_on)}</time>
      </Typography>
      <Typography variant="body2" sx={{ my: 0.75, whiteSpace: 'pre-wrap' }}>
        {comment.comment}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          minHeight: 24,
        }}
      >
        {resolved && (
          <Typography
            variant="body2"
            sx={(theme) => ({ ...mark, color: theme.vars.palette.status.approved.main })}
          >
            <CheckCircleOutlined sx={{ fontSize: 16 }} aria-hidden />
            Resolved
          </Typography>
        )}
        {hasRunOut(comment) && (
          <Typography variant="body2" color="textSecondary">
            Action was required. Decisions are no longer blocked.
          </Typography>
        )}
        {isUrgent(comment) && (
          <Tooltip title="blocks until the requester acts or 48 hours pass">
            <Typography
              variant="body2"
              tabIndex={0}
              sx={(theme) => ({ ...mark, color: theme.vars.palette.status.unattended.main })}
            >
              <PriorityHighOutlined sx={{ fontSize: 16 }} aria-hidden />
              Action required
            </Typography>
          </Tooltip>
        )}
        {!resolved && comment.may_resolve && (
          <Button
            size="small"
            loading={resolve.isPending}
            onClick={() => resolve.mutate(comment.comment_id)}
            sx={{ ml: 'auto' }}
          >
            Mark as resolved
          </Button>
        )}
      </Box>
    </Box>
  );
}
