import { ConfirmOwnerDialog } from './ConfirmOwnerDialog';
import { useNewRecoveryCodes } from './mutations';

interface Props {
  hasApp: boolean;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

export function NewRecoveryCodes({ hasApp, onCodes, onClose }: Props) {
  return (
    <ConfirmOwnerDialog
      title="Make new recovery codes"
      submitLabel="Make new codes"
      hasApp={hasApp}
      save={useNewRecoveryCodes()}
      onSaved={onCodes}
      onClose={onClose}
    >
      You get ten new recovery codes, and the earlier ones stop working.
      {hasApp && ' First, confirm that it’s you.'}
    </ConfirmOwnerDialog>
  );
}
