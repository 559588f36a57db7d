import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { DialogFrame } from './DialogFrame';
import { PassingAlert } from './PassingAlert';
import { useInSight } from './useInSight';

interface Props {
  title: string;
  /** Names the thing that happens; nothing for a dialog that only shows. */
  submitLabel?: string;
  colour?: ButtonProps['color'];
  cancelLabel?: string;
  pending?: boolean;
  /** Why the last attempt failed, where no field says so. */
  refusal?: Error | null;
  /** Tries again what could not be read for the form; without it Try again sends the form. */
  onRetry?: () => void;
  onSubmit?: () => void;
  /** Another way to send the form, beside the usual one. */
  other?: { label: string; onSubmit: () => void };
  onClose: () => void;
  /** Pixels, or a width of CSS; 450 pixels where nothing is said (3 §2.3). */
  width?: number | string;
  children: ReactNode;
}

/** A small form in a dialog. It stays, with what was typed, until the server has agreed. */
export function DialogForm(props: Props) {
  const { title, submitLabel, colour, cancelLabel = 'Cancel', pending = false, refusal } = props;
  const { onRetry, onSubmit, other, onClose, width = 450, children } = props;
  const titleId = useId();
  const place = useInSight<HTMLDivElement>(refusal);
  return (
    <DialogFrame
      onClose={onClose}
      pending={pending}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width, maxWidth: 'calc(100% - 32px)', mx: 2 } } }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending) onSubmit?.();
        }}
        // The fields scroll between the title and the buttons.
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {children}
          {refusal && (
            <div ref={place}>
              <PassingAlert severity="warning" error={refusal} onRetry={onRetry} />
            </div>
          )}
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
          <Button onClick={onClose} disabled={pending}>
            {cancelLabel}
          </Button>
          {other && (
            <Button variant="outlined" disabled={pending} onClick={other.onSubmit}>
              {other.label}
            </Button>
          )}
          {submitLabel && (
            <Button type="submit" variant="contained" color={colour} loading={pending}>
              {submitLabel}
            </Button>
          )}
        </DialogActions>
      </Box>
    </DialogFrame>
  );
}
