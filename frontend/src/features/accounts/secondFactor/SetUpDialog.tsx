import { hasReason, messageOf } from '@/api/errors';
import type { AppSecret as Secret } from '@/api/models';
import { DialogForm } from '@/ui/DialogForm';
import { AppSecret } from './AppSecret';
import { useConfirmApp } from './mutations';
import { FactorCodeField } from './FactorCodeField';
import { useCodeForm } from './useCodeForm';

interface Props {
  secret: Secret;
  /** Called with the new recovery codes; with none, the earlier ones stay valid. */
  onConfirmed: (codes: readonly string[]) => void;
  /** Called with a message if the secret can no longer be confirmed. */
  onExpired: (message: string) => void;
  onClose: () => void;
}

/** Shows the secret of a new authenticator app, and confirms it with the first code. */
export function SetUpDialog({ secret, onConfirmed, onExpired, onClose }: Props) {
  const form = useCodeForm({
    name: 'new authenticator app',
    save: useConfirmApp(),
    onSaved: onConfirmed,
    onRefused: (error) => {
      if (hasReason(error, 'set_up_expired')) onExpired(messageOf(error));
    },
  });
  return (
    <DialogForm
      title="Set up your authenticator app"
      submitLabel="Confirm the app"
      {...form.dialog}
      onClose={onClose}
    >
      <AppSecret secret={secret} />
      <FactorCodeField {...form.text('code', 'The 6 digits that the app shows now')} autoFocus />
    </DialogForm>
  );
}
