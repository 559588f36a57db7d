import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { messageOf } from '@/api/errors';
import type { Person } from '@/api/models';
import { fullName } from '@/api/session';
import { DialogForm } from '@/components/DialogForm';
import { useFormDraft } from '@/components/formDraft';
import { toast } from '@/lib/toast';
import { useSetUserStatus } from './mutations';

type Status = 'Active' | 'Disable';

const NO_STATUS = 'Please select a valid status';

const choices: Record<Status, { deed: string; consequence: string }> = {
  Active: {
    deed: 'Activate this account',
    consequence:
      'The person can sign in and use the roles that are activated, and is told by e-mail.',
  },
  Disable: {
    deed: 'Disable this account',
    consequence: 'The person is signed out everywhere at once and cannot sign in any more.',
  },
};

/** Activates an account or disables it, after saying what that means (3 §2.3, §5). */
export function UserStatusDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [status, setStatus] = useFormDraft<Status | ''>(`user status ${person.user_id}`, '');
  const [attempted, setAttempted] = useState(false);
  const save = useSetUserStatus(person.user_id);
  const choice = status ? choices[status] : undefined;
  const missing = attempted && !status;

  const submit = () => {
    setAttempted(true);
    if (!status) {
      toast(NO_STATUS, 'warning');
      return;
    }
    save.mutate(status, {
      onSuccess: ({ message }) => {
        toast(message, 'success');
        onClose();
      },
    });
  };

  return (
    <DialogForm
      title={`Status of ${fullName(person)}`}
      submitLabel={choice?.deed ?? 'Save the status'}
      colour={status === 'Disable' ? 'error' : 'primary'}
      pending={save.isPending}
      refusal={save.error ? messageOf(save.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText>
        {person.pending_activation
          ? 'This account is registered and waits to be activated.'
          : `This account is set to ${person.is_active}.`}
      </DialogContentText>
      <TextField
        select
        required
        autoFocus
        id="user-status"
        label="Status"
        value={status}
        onChange={({ target }) => setStatus(target.value as Status)}
        error={missing}
        helperText={missing ? NO_STATUS : choice?.consequence}
      >
        <MenuItem value="Active">Active</MenuItem>
        <MenuItem value="Disable">Disable</MenuItem>
      </TextField>
    </DialogForm>
  );
}
