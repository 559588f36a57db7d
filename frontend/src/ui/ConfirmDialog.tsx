import Button, { type ButtonProps } from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';

interface Props {
  open: boolean;
  title: string;
  /** Names the action ("Recall this request"), never "Yes" if it is final. */
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  onCancel: () => void;
  /**
   * Called on Escape or a click on the backdrop, if these do not mean the same as the cancel
   * button.
   */
  onDismiss?: () => void;
  /** The action is running: both buttons are disabled. */
  pending?: boolean;
  colour?: ButtonProps['color'];
  /**
   * Button with the initial focus: `cancel` if the action loses something, `neither` if the dialog
   * may open while the user is typing.
   */
  focus?: 'confirm' | 'cancel' | 'neither';
  children: ReactNode;
}

/** Asks for confirmation, 450 px wide (2 §2). Escape and a click on the backdrop cancel. */
export function ConfirmDialog({
  open,
  title,
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  onCancel,
  onDismiss = onCancel,
  pending = false,
  colour = 'primary',
  focus = 'confirm',
  children,
}: Props) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={pending ? undefined : onDismiss}
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{ paper: { sx: { width: 450, maxWidth: 'calc(100% - 32px)' } } }}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId} component="div">
          {children}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button
          onClick={open ? onCancel : undefined}
          disabled={pending}
          autoFocus={focus === 'cancel'}
        >
          {cancelLabel}
        </Button>
        <Button
          // Ignores a second click while the dialog fades out.
          onClick={open ? onConfirm : undefined}
          loading={pending}
          color={colour}
          variant="contained"
          autoFocus={focus === 'confirm'}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
