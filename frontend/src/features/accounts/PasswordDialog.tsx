import DialogContentText from '@mui/material/DialogContentText';
import { api, body } from '@/api/client';
import { passwordErrors } from '@/api/errors';
import { useAct } from '@/api/useAct';
import { AccountName } from '@/shared/accounts/AccountName';
import { DialogForm } from '@/ui/DialogForm';
import { PasswordField } from '@/ui/PasswordField';
import { useRecordForm } from '@/ui/records/useRecordForm';

interface Props {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Asks for the password again, for changes that need more than an open session (decisions C15). */
export function PasswordDialog({ onConfirmed, onClose }: Props) {
  const confirm = useAct({
    mutationFn: async (typed: string) =>
      body(await api.POST('/api/v1/users/confirm-password', { body: { password: typed } })),
    onSuccess: onConfirmed,
  });
  const form = useRecordForm({
    name: 'confirm password',
    initial: { password: '' },
    secrets: ['password'],
    check: ({ password }) => ({ password: password ? undefined : 'The password is required' }),
    quiet: true,
    save: confirm,
    inputOf: ({ password }) => password,
    errorsOf: passwordErrors,
  });
  return (
    <DialogForm
      title="Enter your password"
      submitLabel="Confirm password"
      {...form.dialog}
      onClose={onClose}
    >
      <DialogContentText>
        To make this change, confirm your password. We won&rsquo;t ask again on this device for 5
        minutes. Nothing you entered is lost.
      </DialogContentText>
      <AccountName />
      <PasswordField
        {...form.text('password')}
        label="Your password"
        called="password"
        autoComplete="current-password"
        autoFocus
      />
    </DialogForm>
  );
}
