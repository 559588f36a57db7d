import type { AppSecret } from '@/api/models';
import { ConfirmOwnerDialog } from './ConfirmOwnerDialog';
import { useSetUp } from './mutations';

interface Props {
  onSecret: (secret: AppSecret) => void;
  onClose: () => void;
}

export function ReplaceApp({ onSecret, onClose }: Props) {
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
