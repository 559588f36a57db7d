import type { AppSecret } from '@/api/models';
import { toast } from '@/lib/toast';
import { useNewRecoveryCodes, useRemoveApp, useSetUp } from './mutations';
import { ConfirmOwnerDialog } from './ConfirmOwnerDialog';

interface ReplaceProps {
  onSecret: (secret: AppSecret) => void;
  onClose: () => void;
}

export function ReplaceApp({ onSecret, onClose }: ReplaceProps) {
  return (
    <ConfirmOwnerDialog
      title="Set up another app"
      submitLabel="Continue"
      save={useSetUp()}
      onSaved={onSecret}
      onClose={onClose}
    >
      Your present app works until you confirm the new one. First, confirm that it&rsquo;s you.
    </ConfirmOwnerDialog>
  );
}

interface NewCodesProps {
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

export function NewRecoveryCodes({ onCodes, onClose }: NewCodesProps) {
  return (
    <ConfirmOwnerDialog
      title="Make new recovery codes"
      submitLabel="Make new codes"
      save={useNewRecoveryCodes()}
      onSaved={onCodes}
      onClose={onClose}
    >
      You get ten new recovery codes, and the earlier ones stop working. First, confirm that
      it&rsquo;s you.
    </ConfirmOwnerDialog>
  );
}

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
