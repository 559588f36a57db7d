import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { SinceRequest } from '@/api/models';
import { DefinitionChanges } from '@/shared/dictionary/DefinitionChanges';
import { DialogFrame } from '@/ui/DialogFrame';

interface Props {
  /** Name of the variable: "births.weight". */
  name: string;
  since: SinceRequest;
  onClose: () => void;
}

/** Shows how a requested variable has changed in the data dictionary since the request. */
export function SinceRequestDialog({ name, since, onClose }: Props) {
  const titleId = useId();
  return (
    <DialogFrame onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {name}
        <Typography variant="body2" color="textSecondary">
          {since.remark}
        </Typography>
      </DialogTitle>
      {/* Focusable, because without focusable content the dialog could not be scrolled by keyboard. */}
      <DialogContent tabIndex={0}>
        {since.remark === 'no longer offered' && (
          <DialogContentText sx={{ mb: 2 }}>
            Its table or data source is no longer published. It is still part of the request.
          </DialogContentText>
        )}
        {since.fields.length > 0 && (
          <>
            <DialogContentText sx={{ mb: 1 }}>
              As it was requested, and as it is now in the data dictionary. Nothing else has
              changed.
            </DialogContentText>
            <DefinitionChanges fields={since.fields} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </DialogFrame>
  );
}
