import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { openSignIn } from '@/lib/accountDialog';
import { product } from '@/lib/product';

/** Says how one gets an account, and links back to signing in (1 §2.5). */
export function SignUpDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Sign Up</DialogTitle>
      <DialogContent>
        <Typography>
          Accounts on {product.name} are made by the admin of your organisation. Ask them for one,
          with the e-mail address you use at work.
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 1.5 }}>
          You can browse the data dictionary and pick variables without an account. Your picks are
          kept until you sign in.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button variant="contained" onClick={openSignIn} autoFocus>
          Sign In
        </Button>
      </DialogActions>
    </Dialog>
  );
}
