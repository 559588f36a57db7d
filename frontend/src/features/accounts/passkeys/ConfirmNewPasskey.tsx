import type { PasskeyOptions } from '@/api/models';
import { ConfirmOwnerDialog } from '../secondFactor/ConfirmOwnerDialog';
import { useBeginPasskey } from './mutations';

interface Props {
  onOptions: (options: PasskeyOptions) => void;
  onClose: () => void;
}

/** Confirms by a code of the authenticator app, or by the password, that a passkey may be added. */
export function ConfirmNewPasskey({ onOptions, onClose }: Props) {
  return (
    <ConfirmOwnerDialog
      title="Add a passkey"
      submitLabel="Continue"
      save={useBeginPasskey()}
      onSaved={onOptions}
      onClose={onClose}
    >
      With a passkey, you can sign in without your password. First, confirm that it&rsquo;s you.
    </ConfirmOwnerDialog>
  );
}
