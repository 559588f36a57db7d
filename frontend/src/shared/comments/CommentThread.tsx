import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import PriorityHighOutlined from '@mui/icons-material/PriorityHighOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CommentAuthor, StateComment } from '@/api/models';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { PlainList } from '@/ui/PlainList';
import { Prose } from '@/ui/Prose';
import { AnswerBy } from '@/shared/deadlines/AnswerBy';
import { useUpdateComment } from '@/shared/requests/mutations';
import { formatDateTime, timeLeft } from '@/lib/dates';
import { hasOpenWindow, hasRunOut } from '@/lib/requestSections';
import { useMinute } from '@/lib/useMinute';
import { replyTo, type CommentDrafts } from './drafts';
import { UnsentText } from './UnsentText';
import { ReplyForm } from './ReplyForm';

const BLOCKS = 'blocks until the requester acts or 48 hours pass';

const mark = { display: 'inline-flex', alignItems: 'center', gap: 0.5, fontWeight: 600 } as const;

/**
 * Returns the button to edit the section that a comment asks to change, or nothing if the reader
 * may not edit it.
 */
export type EditOf = (comment: StateComment) => ReactNode;

interface Props {
  comment: StateComment;
  drafts: CommentDrafts;
  /** Shows the section's name, for lists of comments on several sections. */
  withSection?: boolean;
  /** True if the reader submitted the request. */
  isOwn?: boolean;
  editOf?: EditOf;
}

/** A comment with its replies, its status, and buttons to reply, edit, resolve and reopen. */
export function CommentThread({
  comment,
  drafts,
  withSection = false,
  isOwn = false,
  editOf,
}: Props) {
  const update = useUpdateComment(comment.comment_id);
  const [asking, setAsking] = useState(false);
  const place = replyTo(comment.comment_id);
  const draft = drafts.of(place);
  const [writing, setWriting] = useState(draft.text !== '');
  const replyButton = useRef<HTMLButtonElement>(null);
  const returns = useRef(false);
  useEffect(() => {
    // The form was closed, and the button that opened it is shown again.
    if (!writing && returns.current) replyButton.current?.focus();
    returns.current = false;
  }, [writing]);
  const author = comment.reply_as;
  const mayResolve = !comment.resolved && comment.may_resolve;
  const send = (resolved: boolean) =>
    update.mutate(resolved, { onSettled: () => setAsking(false) });
  return (
    <Box
      component="li"
      tabIndex={-1}
      sx={{ py: 1.5, outline: 'none', '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      {withSection && (
        <Typography variant="caption" component="p" color="textSecondary">
          {comment.section}
        </Typography>
      )}
      <CommentBody
        author={comment.author}
        at={comment.created_on}
        text={comment.comment}
        on={`version ${comment.version}${comment.section_changed ? ', section changed since' : ''}`}
      />
      <CommentStatus comment={comment} />
      <Answer comment={comment} isOwn={isOwn} />
      {comment.replies.length > 0 && (
        <PlainList
          component="ol"
          aria-label="Replies"
          sx={{ mt: 1, pl: 1.5, borderLeft: 2, borderColor: 'divider' }}
        >
          {comment.replies.map((reply) => (
            <Box component="li" key={reply.reply_id} sx={{ py: 0.75 }}>
              <CommentBody author={reply.author} at={reply.created_on} text={reply.reply} />
            </Box>
          ))}
        </PlainList>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 0.5 }}>
        {author != null && !writing && (
          <Button ref={replyButton} size="small" onClick={() => setWriting(true)} sx={{ ml: -0.5 }}>
            Reply
          </Button>
        )}
        {!comment.resolved && editOf?.(comment)}
        {mayResolve && (
          <Tooltip title={comment.blocks_until ? BLOCKS : ''}>
            <Button
              size="small"
              color="inherit"
              loading={update.isPending}
              onClick={() => (comment.section_changed ? send(true) : setAsking(true))}
              sx={{ ml: 'auto' }}
            >
              Mark as resolved
            </Button>
          </Tooltip>
        )}
        {comment.resolved && comment.may_reopen && (
          <Button
            size="small"
            loading={update.isPending}
            onClick={() => send(false)}
            sx={{ ml: 'auto' }}
          >
            Reopen
          </Button>
        )}
        {author != null && writing && (
          <ReplyForm
            commentId={comment.comment_id}
            author={author}
            text={draft.text}
            onText={(text) => drafts.set(place, { text, actionRequired: false })}
            onClose={() => {
              returns.current = true;
              setWriting(false);
            }}
          />
        )}
        {author == null && draft.text && (
          <UnsentText label="Your reply, not sent" text={draft.text} />
        )}
      </Box>
      <ConfirmDialog
        open={asking}
        title="Mark as resolved without a change?"
        confirmLabel="Mark as resolved"
        pending={update.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => send(true)}
      >
        Nothing in this section has changed since the comment was written. You can reopen the
        comment until the next decision.
      </ConfirmDialog>
    </Box>
  );
}

interface CommentBodyProps {
  author: CommentAuthor;
  at: string;
  text: string;
  /** Version of the request. */
  on?: string;
}

/** Author, role, time and text of a comment or reply. */
function CommentBody({ author, at, text, on }: CommentBodyProps) {
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600, lineHeight: 1.4 }}>
        {author.org_role.role.role}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary">
        {author.user.fname} {author.user.sname}
        {' · '}
        <time dateTime={at}>{formatDateTime(at)}</time>
        {on && ` · ${on}`}
      </Typography>
      <Typography variant="body2" sx={{ my: 0.5 }}>
        <Prose>{text}</Prose>
      </Typography>
    </>
  );
}

/**
 * Status of a comment: resolved, action required with the time left, action required without a
 * block, or no longer required.
 */
function CommentStatus({ comment }: { comment: StateComment }) {
  if (comment.resolved) {
    return (
      <Typography
        variant="body2"
        sx={(theme) => ({ ...mark, color: theme.vars.palette.status.approved.main })}
      >
        <CheckCircleOutlined sx={{ fontSize: 16 }} aria-hidden />
        <Box
          component="span"
          sx={{ display: 'inline-block', '&::first-letter': { textTransform: 'uppercase' } }}
        >
          resolved
        </Box>
      </Typography>
    );
  }
  if (hasRunOut(comment)) {
    return (
      <Typography variant="body2" color="textSecondary">
        Action was required. Decisions are no longer blocked.
      </Typography>
    );
  }
  if (!comment.blocks_until) {
    return hasOpenWindow(comment) ? (
      <Typography
        variant="body2"
        sx={(theme) => ({ ...mark, color: theme.vars.palette.status.unattended.main })}
      >
        <PriorityHighOutlined sx={{ fontSize: 16 }} aria-hidden />
        <span>Action required. Reviewers can decide meanwhile.</span>
      </Typography>
    ) : null;
  }
  return (
    <>
      <ActionRequired until={comment.blocks_until} />
      {comment.section_changed && (
        <Typography variant="body2" color="textSecondary">
          The section has changed. The request still waits for the requester until this comment is
          marked as resolved.
        </Typography>
      )}
    </>
  );
}

/** The last day for the answer to an open comment that requires action, or that it was answered. */
function Answer({ comment, isOwn }: { comment: StateComment; isOwn: boolean }) {
  const { action_required, answer_by, answered, resolved } = comment;
  if (!action_required || resolved || !(answered || answer_by)) return null;
  return (
    <Typography variant="body2" component="div" color="textSecondary">
      {answered ? (
        `${isOwn ? 'You have' : 'The requester has'} answered.`
      ) : (
        <AnswerBy on={answer_by} withConsequence={isOwn} />
      )}
    </Typography>
  );
}

function ActionRequired({ until }: { until: string }) {
  useMinute();
  return (
    <Tooltip title={BLOCKS}>
      <Typography
        variant="body2"
        tabIndex={0}
        sx={(theme) => ({ ...mark, color: theme.vars.palette.status.unattended.main })}
      >
        <PriorityHighOutlined sx={{ fontSize: 16 }} aria-hidden />
        Action required
        <Box component="span" sx={{ fontWeight: 400 }}>
          · {timeLeft(until)} left
        </Box>
      </Typography>
    </Tooltip>
  );
}
