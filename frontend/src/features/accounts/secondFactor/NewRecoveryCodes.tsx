import { ConfirmOwnerDialog } from './ConfirmOwnerDialog';
import { useNewRecoveryCodes } from './mutations';

interface Props {
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

export function NewRecoveryCodes({ onCodes, onClose }: Props) {
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
