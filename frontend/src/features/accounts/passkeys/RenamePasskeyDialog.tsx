import type { OwnPasskey } from '@/api/models';
import { limits } from '@/lib/limits';
import { toast } from '@/lib/toast';
import { DialogForm } from '@/ui/DialogForm';
import { LimitedField } from '@/ui/LimitedField';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { useRenamePasskey } from './mutations';
import { checkName } from './names';

interface Props {
  passkey: OwnPasskey;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onClose }: Props) {
  const form = useRecordForm({
    name: `rename passkey ${passkey.passkey_id}`,
    initial: { name: passkey.name },
    check: checkName,
    quiet: true,
    save: useRenamePasskey(passkey.passkey_id),
    inputOf: ({ name }) => name.trim(),
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
  });
  return (
    <DialogForm
      title="Rename a passkey"
      submitLabel="Rename the passkey"
      {...form.dialog}
      onClose={onClose}
    >
      <LimitedField
        {...form.text('name', 'Only you see it')}
        label="Name of the passkey"
        limit={limits.PasskeyNameBody.name}
        required
        autoFocus
        autoComplete="off"
      />
    </DialogForm>
  );
}
