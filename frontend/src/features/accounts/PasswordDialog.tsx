import DialogContentText from '@mui/material/DialogContentText';
import { useQuery } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { passwordErrors } from '@/api/errors';
import { useAct } from '@/api/useAct';
import { AccountName } from '@/shared/accounts/AccountName';
import { DialogForm } from '@/ui/DialogForm';
import { PasswordField } from '@/ui/PasswordField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { hasPasskeys } from '@/lib/passkeys';
import { useConfirmPasskey } from './passkeys/mutations';
import { secondFactorQueries } from './secondFactor/queries';

interface Props {
  onConfirmed: () => void;
  onClose: () => void;
}

/** True if the user has a passkey that this browser can ask for. */
function useOffersPasskey(): boolean {
  const factor = useQuery(secondFactorQueries.own()).data;
  return (
    factor !== undefined && factor.passkeys.length > 0 && factor.passkeys_available && hasPasskeys()
  );
}

/**
 * Asks for the password or a passkey, for changes that need more than an open session (decisions
 * C15).
 */
export function PasswordDialog({ onConfirmed, onClose }: Props) {
  const confirm = useAct({
    mutationFn: async (typed: string) =>
      body(await api.POST('/api/v1/users/confirm-password', { body: { password: typed } })),
    onSuccess: onConfirmed,
  });
  const passkey = useConfirmPasskey(onConfirmed);
  const offersPasskey = useOffersPasskey();
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
  const usePasskey = () => {
    confirm.reset();
    passkey.mutate();
  };
  return (
    <DialogForm
      title="Enter your password"
      submitLabel="Confirm password"
      onSubmit={() => {
        passkey.reset();
        form.dialog.onSubmit();
      }}
      pending={form.pending || passkey.isPending}
      refusal={passkey.error ?? form.refusal}
      onRetry={passkey.error ? usePasskey : undefined}
      other={offersPasskey ? { label: 'Use a passkey', onSubmit: usePasskey } : undefined}
      onClose={onClose}
    >
      <DialogContentText>
        To make this change, confirm your password{offersPasskey && ', or use a passkey'}. We
        won&rsquo;t ask again on this device for 5 minutes. Nothing you entered is lost.
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
