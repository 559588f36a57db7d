import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { paths } from '../paths';

/**
 * Asks an account without an organisation email for one, on every navigation (1 §2.3, first guard).
 */
export default function EmailAlert() {
  const [open, setOpen] = useState(true);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      open={open}
      title="Email Alert"
      confirmLabel="OK"
      cancelLabel="Cancel"
      onCancel={() => setOpen(false)}
      onConfirm={() => void navigate(paths.addEmail)}
    >
      Your account has no organisation email address. Codes and decisions are sent by email, so
      please add one.
    </ConfirmDialog>
  );
}
