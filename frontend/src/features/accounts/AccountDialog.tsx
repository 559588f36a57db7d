import CloseIcon from '@mui/icons-material/Close';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useId, type ReactNode } from 'react';
import { DialogFrame } from '@/ui/DialogFrame';
import { useAccountDialog } from '@/lib/accountDialog';

interface Props {
  title: string;
  width: 'xs' | 'sm';
  /** True if only the content closes the dialog, because it shows something that would be lost. */
  pending?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The frame of the sign-in and sign-up dialogs. Back closes one that was opened over a screen, and
 * leaves one that has an address.
 */
export function AccountDialog({ title, width, pending = false, onClose, children }: Props) {
  const titleId = useId();
  return (
    <DialogFrame
      onClose={onClose}
      pending={pending}
      backCloses={useAccountDialog() !== null}
      maxWidth={width}
      fullWidth
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ pr: 7 }}>
        {title}
      </DialogTitle>
      {!pending && (
        <IconButton
          onClick={onClose}
          aria-label="Close"
          sx={{ position: 'absolute', top: 12, right: 12 }}
        >
          <CloseIcon />
        </IconButton>
      )}
      <DialogContent>{children}</DialogContent>
    </DialogFrame>
  );
}
