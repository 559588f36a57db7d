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
  /** Names what happens ("Recall this request"), never "Yes" where the action is final. */
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** Escape, and a click beside the dialog, where they mean another thing than the second button. */
  onDismiss?: () => void;
  /** The action runs: both buttons wait. */
  pending?: boolean;
  colour?: ButtonProps['color'];
  /**
   * What has the focus: the second button where the first one loses something, and neither where the question may come
   * while somebody types.
   */
  focus?: 'confirm' | 'cancel' | 'neither';
  children: ReactNode;
}

/** Asks before something happens, 450 px wide (2 §2). Escape and a click beside it cancel. */
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
          // While it fades away it takes no second click.
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
