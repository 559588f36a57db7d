import { toast } from '@/lib/toast';
import { ConfirmOwnerDialog } from './ConfirmOwnerDialog';
import { useRemoveApp } from './mutations';

export function RemoveApp({ onClose }: { onClose: () => void }) {
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
      Signing in will take your password alone. Your recovery codes stop working. First, confirm
      that it&rsquo;s you.
    </ConfirmOwnerDialog>
  );
}
