import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { StateComment } from '@/api/models';
import { PlainList } from '@/ui/PlainList';
import { CommentThread, type EditOf } from './CommentThread';
import type { CommentDrafts } from './drafts';

interface Props {
  /** In the order of display. */
  comments: readonly StateComment[];
  round: number;
  drafts: CommentDrafts;
  withSection?: boolean;
  /** True if the reader submitted the request. */
  isOwn?: boolean;
  editOf?: EditOf;
}

/**
 * A list of comments with their replies. If there were several rounds, they are grouped by round,
 * the current one first.
 */
export function Threads({ comments, round, drafts, withSection, isOwn, editOf }: Props) {
  const id = useId();
  if (comments.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ py: 1.5 }}>
        No State Comments
      </Typography>
    );
  }
  const rounds = [...new Set(comments.map((comment) => comment.round))].sort((a, b) => b - a);
  return rounds.map((number) => (
    <div key={number}>
      {round > 1 && (
        <Typography
          id={`${id}-${number}`}
          variant="overline"
          component="h3"
          color="textSecondary"
          sx={{ display: 'block', mt: 1 }}
        >
          {number === round ? `Round ${number}, now` : `Round ${number}`}
        </Typography>
      )}
      <PlainList aria-labelledby={round > 1 ? `${id}-${number}` : undefined}>
        {comments
          .filter((comment) => comment.round === number)
          .map((comment) => (
            <CommentThread
              key={comment.comment_id}
              comment={comment}
              drafts={drafts}
              withSection={withSection}
              isOwn={isOwn}
              editOf={editOf}
            />
          ))}
      </PlainList>
    </div>
  ));
}
