import DialogContentText from '@mui/material/DialogContentText';
import { useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { useAct } from '@/api/useAct';
import { AccountName } from '@/shared/accounts/AccountName';
import { DialogForm } from '@/ui/DialogForm';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { toast } from '@/lib/toast';
import { usePasswordRules } from '../NewPassword';
import { PasswordPair } from '../PasswordPair';
import { accountQueries } from '../queries';
import { pairErrors } from '../rules';

/**
 * Asks for the new password and its confirmation. Another dialog asks for the current one
 * (decisions C15).
 */
export function PasswordChangeDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const rules = usePasswordRules();
  const change = useAct({
    mutationFn: async (password: string) =>
      body(await api.PUT('/api/v1/users/password', { body: { password } })),
    onSuccess: ({ message }) => {
      toast(message, 'success');
      void client.invalidateQueries({ queryKey: accountQueries.sessions().queryKey });
      onClose();
    },
  });
  const form = useRecordForm({
    name: 'change password',
    initial: { password: '', confirm: '' },
    secrets: ['password', 'confirm'],
    check: (values) => pairErrors(values, rules),
    quiet: true,
    save: change,
    inputOf: ({ password }) => password,
  });
  return (
    <DialogForm
      title="Change your password"
      submitLabel="Change password"
      {...form.dialog}
      onClose={onClose}
    >
      <DialogContentText>
        You stay signed in here. All other sessions of your account end.
      </DialogContentText>
      <AccountName />
      <PasswordPair form={form} rules={rules} label="New Password" />
    </DialogForm>
  );
}
