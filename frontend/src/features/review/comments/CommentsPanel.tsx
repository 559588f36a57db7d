import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRole } from '@/api/session';
import type { DataRequest } from '@/api/models';
import { LoadFailed } from '@/components/LoadFailed';
import { requestQueries } from '@/components/requests/queries';
import { commentsOn, sections, type SectionKey } from '@/lib/requestSections';
import { CommentForm, emptyDraft, type CommentDraft } from './CommentForm';
import { CommentItem } from './CommentItem';

export type CommentDrafts = Partial<Record<SectionKey, CommentDraft>>;

/** The texts being written, by section; they stay when another section is chosen or the drawer is closed. */
export function useCommentDrafts() {
  return useState<CommentDrafts>({});
}

interface Props {
  request: DataRequest;
  section: SectionKey;
  drafts: CommentDrafts;
  onDrafts: (drafts: CommentDrafts) => void;
  titleId: string;
  /** Where the panel covers the screen. */
  onClose?: () => void;
}

/** The comments on the chosen section, and the form for another one while it is one's turn. */
export function CommentsPanel({ request, section, drafts, onDrafts, titleId, onClose }: Props) {
  const role = useRole();
  const comments = useQuery(requestQueries.comments(request.request_id));
  const { stage, comment, demand_action } = request.acting;
  const shown = comments.data && commentsOn(comments.data, section);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1, px: 2.5, pt: 2, pb: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="overline" component="p" color="textSecondary">
            Comments
          </Typography>
          <Typography id={titleId} variant="h3" component="h2">
            {sections[section]}
          </Typography>
        </Box>
        {onClose && (
          <IconButton onClick={onClose} aria-label="Close the comments" edge="end" autoFocus>
            <CloseIcon />
          </IconButton>
        )}
      </Box>
      <Box
        tabIndex={0}
        role="region"
        aria-labelledby={titleId}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 2.5 }}
      >
        {comments.error && (
          <LoadFailed error={comments.error} onRetry={() => void comments.refetch()} />
        )}
        {!shown && !comments.error && <Skeleton variant="rounded" height={88} />}
        {shown?.length === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ py: 1.5 }}>
            No State Comments
          </Typography>
        )}
        {shown && shown.length > 0 && (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {shown.map((comment) => (
              <CommentItem key={comment.comment_id} comment={comment} />
            ))}
          </Box>
        )}
      </Box>
      {role !== 'Super User' && (
        <Box sx={{ px: 2.5, py: 2, borderTop: 1, borderColor: 'divider' }}>
          {comment.allowed && stage ? (
            <CommentForm
              key={section}
              requestId={request.request_id}
              stateId={stage.state_id}
              assignedRoleId={stage.assigned_role_id}
              section={section}
              mayDemandAction={demand_action.some(
                (about) => about.section === sections[section] && about.allowed,
              )}
              draft={drafts[section] ?? emptyDraft}
              onDraft={(draft) => onDrafts({ ...drafts, [section]: draft })}
            />
          ) : (
            <Typography variant="body2" color="textSecondary">
              {comment.why_not}
            </Typography>
          )}
        </Box>
      )}
    </Box>
  );
}
