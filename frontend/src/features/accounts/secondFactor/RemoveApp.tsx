import { toast } from '@/lib/toast';
import { ConfirmOwnerDialog } from './ConfirmOwnerDialog';
import { useRemoveApp } from './mutations';

interface Props {
  /** True if passkeys remain as the second factor. */
  hasPasskeys: boolean;
  onClose: () => void;
}

export function RemoveApp({ hasPasskeys, onClose }: Props) {
  return (
    <ConfirmOwnerDialog
      title="Remove your authenticator app"
      submitLabel="Remove the app"
      colour="error"
      save={useRemoveApp()}
      onSaved={({ message }) => {
        toast(message, 'success');
        onClose();
      }}
      onClose={onClose}
    >
      {hasPasskeys
        ? 'Your passkeys and your recovery codes stay.'
        : 'Signing in will take your password alone. Your recovery codes stop working.'}{' '}
      First, confirm that it&rsquo;s you.
    </ConfirmOwnerDialog>
  );
}
