import type { UnsavedChanges } from '@/lib/localCopies';
import { ConfirmDialog } from '@/ui/ConfirmDialog';

/**
 * The kind of unsaved changes: in a Data Request, after a failed save, or on another screen, before
 * a save.
 */
export type Unsaved = 'request' | UnsavedChanges;

const unsavedTexts: Readonly<Record<Unsaved, string>> = {
  request: "Your latest changes to a Data Request couldn't be saved.",
  procedure: 'Your changes to an approval procedure are not saved.',
  sheet: 'Your changes to tables or variables of the dictionary are not saved.',
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
      title="Sign out and lose unsaved changes?"
      confirmLabel="Sign out and delete them"
      cancelLabel="Stay signed in"
      colour="error"
      focus="cancel"
      pending={pending}
      onConfirm={onSignOut}
      onCancel={onStay}
    >
      {unsaved.map((kind) => unsavedTexts[kind]).join(' ')} They are only on this device. If you
      sign out, they are deleted, so that other people who use this device cannot see them. What was
      saved before is kept{unsaved.includes('request') ? ' in your drafts.' : '.'}
    </ConfirmDialog>
  );
}
