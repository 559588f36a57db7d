import { ConfirmDialog } from '@/components/ConfirmDialog';

interface Props {
  open: boolean;
  pending: boolean;
  /** What would go: words in a Data Request that could not be saved, or changes of a procedure that nobody has saved. */
  unsaved: 'request' | 'procedure';
  onSignOut: () => void;
  onStay: () => void;
}

/** Asks before words go with the session that could not be saved: they lie on this device, which others may use next. */
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
      {unsaved === 'request'
        ? 'Your last words in a Data Request could not be saved. They are on this device only.'
        : 'Your changes of an approval procedure are not saved. They are on this device only.'}{' '}
      When you log out they are deleted from here, so that whoever uses this device next does not
      find them. What was saved before stays
      {unsaved === 'request' ? ' in your drafts.' : '.'}
    </ConfirmDialog>
  );
}
