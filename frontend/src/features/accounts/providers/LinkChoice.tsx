import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { AccountCard } from '../AccountCard';
import { provenIdentity, type ProvenIdentity } from './provenIdentity';

interface Props {
  identity: ProvenIdentity;
  /** Continues without the identity. */
  onOther: () => void;
}

/** Asks to which account a new identity belongs. */
export function LinkChoice({ identity, onOther }: Props) {
  const { label, fname, sname, email } = identity;
  const name = [fname, sname].filter(Boolean).join(' ');
  const described = [name, email].filter(Boolean).join(', ');
  return (
    <AccountCard
      title={`Continue with ${label}`}
      purpose={`You signed in with ${label}, but no account here is linked with it yet.`}
    >
      <Stack sx={{ gap: 2, overflowWrap: 'anywhere' }}>
        {described && (
          <Typography>
            {label} says that you are <strong>{described}</strong>.
          </Typography>
        )}
        <Typography>
          If you have an account here, sign in to it once with your password. Then it is linked, and{' '}
          {label} is enough the next time. If you have none, create one: the form is filled in with
          what {label} says about you.
        </Typography>
        <Button variant="contained" size="large" onClick={provenIdentity.signInToLink}>
          I have an account: sign in to link it
        </Button>
        <Button variant="outlined" size="large" onClick={provenIdentity.register}>
          Create an account
        </Button>
        <Button onClick={onOther}>Sign in another way</Button>
        <Typography variant="body2" color="textSecondary">
          An email address alone links nothing, even if it is the same as the one of your account.
          Addresses can pass to other people. Your password shows that the account is yours.
        </Typography>
      </Stack>
    </AccountCard>
  );
}
