import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import PriorityHighOutlined from '@mui/icons-material/PriorityHighOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import type { StateComment } from '@/api/models';
import { useResolveComment } from '@/components/requests/mutations';
import { formatDateTime } from '@/lib/dates';
import { commentsOn, hasRunOut, isUrgent, sections } from '@/lib/requestSections';
import { useComments } from './commentsContext';

interface Props {
  /** The panel stands above or below the request at every width, not beside it. */
  stacked: boolean;
}

/** What reviewers said, of one section or of all; those first that ask for action (2 §4). */
export function RequestComments({ stacked }: Props) {
  const { comments, chosen, choose } = useComments();
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    if (before.current === chosen) return;
    before.current = chosen;
    if (chosen !== null) title.current?.focus();
  }, [chosen]);
  const shown = chosen === null ? comments : commentsOn(comments, chosen);
  const sorted = [...shown].sort(
    (a, b) => Number(isUrgent(b)) - Number(isUrgent(a)) || b.comment_id - a.comment_id,
  );
  const ends = comments.flatMap(({ blocks_until }) => blocks_until ?? []).sort();
  const demands = ends.length;
  // What asks for action comes before the request itself where the two do not stand side by side.
  const first = demands > 0 ? -1 : 0;
  return (
    <Box
      component="section"
      aria-labelledby="comments-title"
      sx={{
        order: { xs: first, lg: stacked ? first : 0 },
        position: { lg: stacked ? 'static' : 'sticky' },
        top: 80,
        maxHeight: { lg: stacked ? undefined : 'calc(100dvh - 96px)' },
        overflow: 'auto',
        border: 1,
        borderColor: demands > 0 ? 'secondary.main' : 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        px: 2.5,
        py: 2,
      }}
    >
      <Typography
        id="comments-title"
        variant="h3"
        component="h2"
        ref={title}
        tabIndex={-1}
        sx={{ scrollMarginTop: 80 }}
      >
        Comments
      </Typography>
      {chosen !== null && (
        <Box sx={{ mb: 0.5 }}>
          <Typography variant="body2" color="textSecondary">
            {sections[chosen]}
          </Typography>
          <Button size="small" onClick={() => choose(null)} sx={{ ml: -1, px: 1, minHeight: 28 }}>
            Show all comments
          </Button>
        </Box>
      )}
      {demands > 0 && chosen === null && (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {demands === 1 ? 'One comment asks' : `${demands} comments ask`} you to act. Nobody
          decides before you do, or before {formatDateTime(ends[demands - 1] ?? '')}.
        </Typography>
      )}
      {sorted.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          No State Comments
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {sorted.map((comment) => (
          <Comment key={comment.comment_id} comment={comment} withSection={chosen === null} />
        ))}
      </Box>
    </Box>
  );
}

interface CommentProps {
  comment: StateComment;
  withSection: boolean;
}

function Comment({ comment, withSection }: CommentProps) {
  const resolve = useResolveComment();
  const urgent = isUrgent(comment);
  const late = hasRunOut(comment);
  return (
    <Box component="li" sx={{ py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {withSection && (
        <Typography variant="caption" component="p" color="textSecondary">
          {comment.section}
        </Typography>
      )}
      <Typography variant="body2" sx={{ my: 0.5, whiteSpace: 'pre-wrap' }}>
        {comment.comment}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary">
        {comment.author.org_role.role.role} ·{' '}
        <time dateTime={comment.created_on}>{formatDateTime(comment.created_on)}</time>
      </Typography>
      {(urgent || late || comment.resolved) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
          <Typography
            variant="body2"
            sx={(theme) => ({
              display: 'inline-flex',
              alignItems: 'center',
              gap: 0.5,
              fontWeight: 600,
              color: late
                ? theme.vars.palette.text.secondary
                : theme.vars.palette.status[urgent ? 'unattended' : 'approved'].main,
            })}
          >
            {urgent && <PriorityHighOutlined sx={{ fontSize: 16 }} aria-hidden />}
            {comment.resolved && <CheckCircleOutlined sx={{ fontSize: 16 }} aria-hidden />}
            {urgent && 'Action required'}
            {late && 'Action was required. Decisions are no longer blocked.'}
            {comment.resolved && 'resolved'}
          </Typography>
          {(urgent || late) && comment.may_resolve && (
            <Tooltip title={urgent ? 'blocks until the requester acts or 48 hours pass' : ''}>
              <Button
                size="small"
                variant="outlined"
                color="secondary"
                loading={resolve.isPending}
                onClick={() => resolve.mutate(comment.comment_id)}
                sx={{ ml: 'auto' }}
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
