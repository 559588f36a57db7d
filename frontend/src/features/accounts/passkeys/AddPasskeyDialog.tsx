import type { PasskeyOptions } from '@/api/models';
import { DialogForm } from '@/ui/DialogForm';
import { useAddPasskey } from './mutations';
import { NewPasskeyFields } from './NewPasskeyFields';
import { useNewPasskeyForm } from './useNewPasskeyForm';

interface Props {
  options: PasskeyOptions;
  /** Called with the new recovery codes; with none, the earlier ones stay valid. */
  onAdded: (codes: readonly string[]) => void;
  /** Called with the reason if the passkey has to be added from the beginning. */
  onUsedUp: (error: Error) => void;
  onClose: () => void;
}

/** Names a new passkey, and lets the browser make it. */
export function AddPasskeyDialog({ options, onAdded, onUsedUp, onClose }: Props) {
  const form = useNewPasskeyForm({ options, save: useAddPasskey(), onSaved: onAdded, onUsedUp });
  return (
    <DialogForm
      title="Add a passkey"
      submitLabel="Add the passkey"
      {...form.dialog}
      onClose={onClose}
    >
      <NewPasskeyFields form={form} />
    </DialogForm>
  );
}
