import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { startTransition, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { DialogFrame } from '@/components/DialogFrame';
import { toast } from '@/lib/toast';
import { namedMessage, type Fault } from './validation';

interface Props {
  title: string;
  saveLabel: string;
  /** How wide it is where there is room for it, when the specification says so. */
  width?: string;
  onClose: () => void;
  /** What is wrong now, in the order of the toasts. */
  faults: readonly Fault[];
  /** Called when nothing is wrong. */
  onSave: () => void;
  /** Another way to save, after which more is done: the primary button, where there is one. */
  also?: { label: string; onSave: () => void };
  /** What was sent is not answered yet. */
  pending?: boolean;
  /** Stands below the fields: why the last attempt was refused. */
  notice?: ReactNode;
  /** The element of a field, for the focus. */
  idOf: (field: string) => string;
  /** Gets the words for a field: none before the first attempt to save. */
  children: (faultOf: (field: string) => string | undefined) => ReactNode;
}

/** A form in a dialog: the first fault as a toast, all of them at their fields, the focus on the first. */
export function FormDialog(props: Props) {
  const {
    title,
    saveLabel,
    width,
    onClose,
    faults,
    onSave,
    also,
    pending,
    notice,
    idOf,
    children,
  } = props;
  const titleId = useId();
  const [attempted, setAttempted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = (onRight: () => void) => {
    if (pending) return;
    const [first] = faults;
    if (!first) {
      onRight();
      return;
    }
    // All fields at fault are drawn anew; the button answers before.
    startTransition(() => setAttempted(true));
    toast(namedMessage(first), 'warning');
    form.current?.querySelector<HTMLElement>(`[id="${idOf(first.field)}"]`)?.focus();
  };
  const faultOf = (field: string) => {
    const fault = attempted ? faults.find((candidate) => candidate.field === field) : undefined;
    return fault && (fault.inline ?? fault.message);
  };
  return (
    <DialogFrame
      onClose={onClose}
      pending={pending}
      aria-labelledby={titleId}
      fullWidth
      maxWidth={width ? false : 'sm'}
      slotProps={
        width ? { paper: { sx: { width: { md: width }, minWidth: { md: 450 } } } } : undefined
      }
    >
      <Box
        component="form"
        ref={form}
        // The fields scroll between the title and the buttons.
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save(also?.onSave ?? onSave);
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5, pt: 2 }}>
          {children(faultOf)}
          {notice}
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          {also && (
            <Button variant="outlined" disabled={pending} onClick={() => save(onSave)}>
              {saveLabel}
            </Button>
          )}
          <Button type="submit" variant="contained" loading={pending}>
            {also?.label ?? saveLabel}
          </Button>
        </DialogActions>
      </Box>
    </DialogFrame>
  );
}
