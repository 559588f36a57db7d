import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Person } from '@/api/models';
import { fullName } from '@/api/session';
import { DialogForm } from '@/ui/DialogForm';
import { toast } from '@/lib/toast';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { useSetUserStatus } from './mutations';

type Status = 'Active' | 'Disable';

const NO_STATUS = 'Please select a valid status';

const choices: Record<Status, { verb: string; consequence: string }> = {
  Active: {
    verb: 'Activate this account',
    consequence: 'The person can sign in and use activated roles, and is notified by email.',
  },
  Disable: {
    verb: 'Disable this account',
    consequence: 'The person is immediately signed out everywhere and can no longer sign in.',
  },
};

/** Activates or disables an account, and explains the consequences first (3 §2.3, §5). */
export function UserStatusDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const form = useRecordForm({
    name: `user status ${person.user_id}`,
    initial: { status: '' as Status | '' },
    check: ({ status }) => ({ status: status ? undefined : NO_STATUS }),
    save: useSetUserStatus(person.user_id),
    // `check` rejects an empty status.
    inputOf: ({ status }) => status as Status,
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
  });
  const { status } = form.values;
  const choice = status ? choices[status] : undefined;

  return (
    <DialogForm
      title={`Status of ${fullName(person)}`}
      submitLabel={choice?.verb ?? 'Save the status'}
      colour={status === 'Disable' ? 'error' : 'primary'}
      {...form.dialog}
      onClose={onClose}
    >
      <DialogContentText>
        {person.pending_activation
          ? 'This account is registered but not activated yet.'
          : `This account is set to ${person.is_active}.`}
      </DialogContentText>
      <TextField
        select
        required
        autoFocus
        {...form.text('status', choice?.consequence)}
        label="Status"
      >
        <MenuItem value="Active">Active</MenuItem>
        <MenuItem value="Disable">Disable</MenuItem>
      </TextField>
    </DialogForm>
  );
}
