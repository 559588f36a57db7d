import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { DialogFrame } from './DialogFrame';
import { TemporaryAlert } from './TemporaryAlert';
import { useScrollIntoView } from './useScrollIntoView';

interface Props {
  title: string;
  /** Names the action. Missing for a dialog without one. */
  submitLabel?: string;
  colour?: ButtonProps['color'];
  cancelLabel?: string;
  pending?: boolean;
  /** The error of the last attempt, if no field shows it. */
  refusal?: Error | null;
  /** Loads again the data that the form could not load. Without it, Try again submits the form. */
  onRetry?: () => void;
  onSubmit?: () => void;
  /** A second way to submit the form, beside the usual one. */
  other?: { label: string; onSubmit: () => void };
  onClose: () => void;
  /** Pixels, or a CSS width; 450 px by default (3 §2.3). */
  width?: number | string;
  children: ReactNode;
}

/** A small form in a dialog. It stays open, with its input, until the server has accepted it. */
export function DialogForm(props: Props) {
  const { title, submitLabel, colour, cancelLabel = 'Cancel', pending = false, refusal } = props;
  const { onRetry, onSubmit, other, onClose, width = 450, children } = props;
  const titleId = useId();
  const place = useScrollIntoView<HTMLDivElement>(refusal);
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
              <TemporaryAlert severity="warning" error={refusal} onRetry={onRetry} />
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
