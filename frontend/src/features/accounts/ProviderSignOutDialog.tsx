import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ProviderSignOut } from '@/api/models';
import { product } from '@/lib/product';
import { AccountDialog } from './AccountDialog';

interface Props {
  offer: ProviderSignOut;
  onClose: () => void;
}

/** Offers to sign out of the provider as well, after a sign-out. */
export function ProviderSignOutDialog({ offer: { label, address }, onClose }: Props) {
  return (
    <AccountDialog title="You are signed out" width="xs" onClose={onClose}>
      <Stack sx={{ gap: 2 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          You are signed out of {product.name}. Also sign out of {label}? Until then, anyone who
          uses this device can sign in with your account there.
        </Typography>
        <Button variant="contained" size="large" component="a" href={address} autoFocus>
          Sign out of {label}
        </Button>
        <Button onClick={onClose}>Stay signed in there</Button>
      </Stack>
    </AccountDialog>
  );
}
