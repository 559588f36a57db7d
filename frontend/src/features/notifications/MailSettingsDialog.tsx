import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { DialogFrame } from '@/ui/DialogFrame';
import MailPreferences from './MailPreferences';

/** The email settings in a dialog beside the notifications; the profile has them too. */
export default function MailSettingsDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  return (
    <DialogFrame onClose={onClose} savesAtOnce fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Email settings</DialogTitle>
      <DialogContent>
        <MailPreferences />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} variant="contained" autoFocus>
          Done
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
