import { ConfirmDialog } from '@/components/ConfirmDialog';

interface Props {
  open: boolean;
  pending: boolean;
  onSignOut: () => void;
  onStay: () => void;
}

/** Asks before an unfinished request goes with the session: it lies on this device, which others may use next. */
export function SignOutDialog({ open, pending, onSignOut, onStay }: Props) {
  return (
    <ConfirmDialog
      open={open}
      title="Log out and delete the unfinished request?"
      confirmLabel="Log out and delete it"
      cancelLabel="Stay signed in"
      colour="error"
      focus="cancel"
      pending={pending}
      onConfirm={onSignOut}
      onCancel={onStay}
    >
      A Data Request that you began is kept on this device, with its files. When you log out it is
      deleted from here, so that whoever uses this device next does not find it. To go on with it
      later, stay signed in or just close the browser: it is kept for 7 days.
    </ConfirmDialog>
  );
}
