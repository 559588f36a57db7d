import type { UnsavedChanges } from '@/lib/keptOnDevice';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

/**
 * The kind of unsaved changes: in a Data Request, after a failed save, or on another screen, before
 * a save.
 */
export type Unsaved = 'request' | UnsavedChanges;

const told: Readonly<Record<Unsaved, string>> = {
  request: 'Your last words in a Data Request could not be saved.',
  procedure: 'Your changes of an approval procedure are not saved.',
  sheet: 'Your changes of tables or variables of the dictionary are not saved.',
};

interface Props {
  open: boolean;
  pending: boolean;
  unsaved: readonly Unsaved[];
  onSignOut: () => void;
  onStay: () => void;
}

/**
 * Asks for confirmation before signing out deletes unsaved changes. They must not stay on a device
 * that others may use next.
 */
export function SignOutDialog({ open, pending, unsaved, onSignOut, onStay }: Props) {
  return (
    <ConfirmDialog
      open={open}
      title="Log out and delete what is not saved?"
      confirmLabel="Log out and delete it"
      cancelLabel="Stay signed in"
      colour="error"
      focus="cancel"
      pending={pending}
      onConfirm={onSignOut}
      onCancel={onStay}
    >
      {unsaved.map((kind) => told[kind]).join(' ')} They are on this device only. When you log out
      they are deleted from here, so that whoever uses this device next does not find them. What was
      saved before stays{unsaved.includes('request') ? ' in your drafts.' : '.'}
    </ConfirmDialog>
  );
}
