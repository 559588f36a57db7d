import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState, type FormEvent } from 'react';
import { fieldErrors, hasReason, messageOf } from '@/api/errors';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { emptyDraft, type CommentDraft } from '@/shared/comments/drafts';
import { LimitedField } from '@/ui/LimitedField';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { useAddComment } from '../mutations';
import { sections, type SectionKey } from '@/lib/requestSections';

const NOT_CREATED = 'State Comment not successfully Created.';

/** True if the server could not store the comment. Its message is then no better than `NOT_CREATED`. */
const isUnstored = (error: Error) =>
  hasReason(error, 'internal', 'row_changed', 'database_unavailable', 'database_read_only');

interface Props {
  requestId: number;
  stateId: number;
  assignedRoleId: number;
  section: SectionKey;
  mayDemandAction: boolean;
  draft: CommentDraft;
  onDraft: (draft: CommentDraft) => void;
}

/** Adds a comment on a section, optionally with a demand for action by the requester (2 §4). */
export function CommentForm({
  requestId,
  stateId,
  assignedRoleId,
  section,
  mayDemandAction,
  draft,
  onDraft,
}: Props) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [fault, setFault] = useState<string>();
  const [refused, setRefused] = useState<Error>();
  const add = useAddComment(requestId, stateId, assignedRoleId, (message) => {
    onDraft(emptyDraft);
    toast(message, 'success');
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const comment = draft.text.trim();
    setRefused(undefined);
    setFault(comment ? undefined : 'Comment is required');
    if (!comment) {
      input.current?.focus();
      return;
    }
    add.mutate(
      { section: sections[section], comment, actionRequired: draft.actionRequired },
      {
        onError: (error) => {
          const errors = fieldErrors(error).comment;
          if (!errors) return setRefused(error);
          setFault(errors);
          input.current?.focus();
        },
      },
    );
  };

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1 }}>
      {refused && (
        <CallErrorAlert error={refused}>
          <strong>{NOT_CREATED}</strong>
          {!isUnstored(refused) && ` ${messageOf(refused)}`}
        </CallErrorAlert>
      )}
      <Typography id={`${id}-section`} variant="body2" color="textSecondary">
        On the section{' '}
        <Box component="strong" sx={{ color: 'text.primary' }}>
          {sections[section]}
        </Box>
      </Typography>
      <LimitedField
        limit={limits.NewCommentBody.comment}
        id={id}
        inputRef={input}
        label="New comment"
        slotProps={{
          htmlInput: { 'aria-describedby': `${id}-section ${id}-helper-text` },
        }}
        multiline
        minRows={2}
        maxRows={8}
        value={draft.text}
        onChange={({ target }) => onDraft({ ...draft, text: target.value })}
        error={Boolean(fault)}
        helperText={fault}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        {mayDemandAction && (
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={draft.actionRequired}
                onChange={({ target }) => onDraft({ ...draft, actionRequired: target.checked })}
              />
            }
            label="Action required"
            slotProps={{ typography: { variant: 'body2' } }}
          />
        )}
        <Button type="submit" variant="contained" loading={add.isPending} sx={{ ml: 'auto' }}>
          Add comment
        </Button>
      </Box>
    </Box>
  );
}
