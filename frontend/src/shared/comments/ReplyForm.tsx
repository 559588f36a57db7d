import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useRef, useState, type FormEvent } from 'react';
import { fieldErrors } from '@/api/errors';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { LimitedField } from '@/ui/LimitedField';
import { useAddReply } from '@/shared/requests/mutations';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';

interface Props {
  commentId: number;
  /** Id of the role assignment with which the reply is sent. */
  author: number;
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

export function ReplyForm({ commentId, author, text, onText, onClose }: Props) {
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [fault, setFault] = useState<string>();
  const [refused, setRefused] = useState<Error>();
  const add = useAddReply(commentId, author, (message) => {
    onText('');
    toast(message, 'success');
    onClose();
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const reply = text.trim();
    setRefused(undefined);
    setFault(reply ? undefined : 'Reply is required');
    if (!reply) {
      input.current?.focus();
      return;
    }
    add.mutate(reply, {
      onError: (error) => {
        const errors = fieldErrors(error).reply;
        if (!errors) return setRefused(error);
        setFault(errors);
        input.current?.focus();
      },
    });
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1, mt: 1, flex: '1 1 100%' }}
    >
      {refused && <CallErrorAlert error={refused} />}
      <LimitedField
        limit={limits.NewReplyBody.reply}
        id={id}
        inputRef={input}
        autoFocus
        label="Reply"
        multiline
        minRows={2}
        maxRows={8}
        value={text}
        onChange={({ target }) => onText(target.value)}
        error={Boolean(fault)}
        helperText={fault}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button
          size="small"
          disabled={add.isPending}
          onClick={() => {
            onText('');
            onClose();
          }}
        >
          Discard
        </Button>
        <Button size="small" type="submit" variant="contained" loading={add.isPending}>
          Send reply
        </Button>
      </Box>
    </Box>
  );
}
