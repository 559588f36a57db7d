import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { api, body } from '@/api/client';
import { useAct } from '@/api/useAct';
import { paths } from '@/app/paths';
import { TemporaryAlert } from '@/ui/TemporaryAlert';
import { AccountCard } from './AccountCard';

interface UndoneChange {
  email: boolean;
  needs_password: boolean;
}

function UndoResult({ email, needs_password: needsPassword }: UndoneChange) {
  return (
    <AccountCard title="The change was undone">
      <Alert severity="success" sx={{ mb: 2.5 }}>
        Your account uses {email ? 'your earlier email address' : 'your earlier phone number'}{' '}
        again, and all sessions were signed out.
      </Alert>
      {needsPassword ? (
        <>
          <Typography sx={{ mb: 2.5 }}>
            Your password was reset, because the person who made this change knew it. Choose a new
            one now.
          </Typography>
          {/* Without the token in the address, this page is the form for a new password. */}
          <Button component={Link} to={paths.forgotPassword} replace variant="contained">
            Choose a new password
          </Button>
        </>
      ) : (
        <Button component={Link} to={paths.home} variant="contained">
          Go to the home page
        </Button>
      )}
    </AccountCard>
  );
}

/**
 * The page that the notice to an old address or number links to (decisions C15). It changes nothing
 * until the button is clicked, because mail scanners open every link.
 */
export function UndoChange({ token }: { token: string }) {
  const undo = useAct({
    mutationFn: async () =>
      body(await api.POST('/api/v1/users/take-back', { body: { token } })).data,
  });
  if (undo.data) return <UndoResult {...undo.data} />;
  return (
    <AccountCard
      title="Undo this change"
      purpose="The email address or phone number of your account was changed. If this was not you, undo the change here."
    >
      {undo.error && <TemporaryAlert severity="error" error={undo.error} />}
      <Box component="ul" sx={{ mt: 0, mb: 2.5, pl: 2.5 }}>
        <li>Your account uses the earlier address or number again.</li>
        <li>Everyone who is signed in to your account is signed out.</li>
        <li>
          If your account has an email address, you choose a new password with a code that we send
          to it.
        </li>
      </Box>
      <Button
        variant="contained"
        color="error"
        size="large"
        loading={undo.isPending}
        onClick={() => undo.mutate()}
      >
        Undo this change
      </Button>
    </AccountCard>
  );
}
