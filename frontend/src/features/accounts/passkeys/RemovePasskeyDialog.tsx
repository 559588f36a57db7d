import type { OwnPasskey } from '@/api/models';
import { toast } from '@/lib/toast';
import { ConfirmOwnerDialog } from '../secondFactor/ConfirmOwnerDialog';
import { useRemovePasskey } from './mutations';

interface Props {
  passkey: OwnPasskey;
  /** True if a code of an authenticator app can confirm it. */
  hasApp: boolean;
  /** True if the account has no other second factor. */
  isLastFactor: boolean;
  onClose: () => void;
}

export function RemovePasskeyDialog({ passkey, hasApp, isLastFactor, onClose }: Props) {
  return (
    <ConfirmOwnerDialog
      title="Remove a passkey"
      submitLabel="Remove the passkey"
      colour="error"
      hasApp={hasApp}
      save={useRemovePasskey(passkey.passkey_id)}
      onSaved={({ message }) => {
        toast(message, 'success');
        onClose();
      }}
      onClose={onClose}
    >
      You can no longer sign in with &ldquo;{passkey.name}&rdquo;. Remove it on your device, too.
      {isLastFactor &&
        ' Signing in will take your password alone, and your recovery codes stop working.'}
      {hasApp && ' First, confirm that it’s you.'}
    </ConfirmOwnerDialog>
  );
}
