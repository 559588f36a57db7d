import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { startTransition, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { DialogFrame } from '@/ui/DialogFrame';
import { toast } from '@/lib/toast';
import { namedMessage, type Fault } from './validation';

interface Props {
  title: string;
  saveLabel: string;
  /** The width on wide screens, if the specification sets one. */
  width?: string;
  onClose: () => void;
  /** The current validation errors, in the order of the toasts. */
  faults: readonly Fault[];
  /** Called if there are no validation errors. */
  onSave: () => void;
  /** Another way to save, with a further effect. It becomes the primary button. */
  also?: { label: string; onSave: () => void };
  pending?: boolean;
  /** Shown below the fields: the reason why the last attempt was refused. */
  notice?: ReactNode;
  /** Returns the id of a field's element, for the focus. */
  idOf: (field: string) => string;
  /** Renders the fields. `faultOf` returns no error before the first attempt to save. */
  children: (faultOf: (field: string) => string | undefined) => ReactNode;
}

/**
 * A form in a dialog. A failed attempt shows the first error as a toast and all errors at their
 * fields, and focuses the first field.
 */
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
    // A transition, because it renders all fields with errors again. The button responds first.
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
