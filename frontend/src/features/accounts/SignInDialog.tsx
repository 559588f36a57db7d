import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { Suspense, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { hasReason, isTooMany, messageOf, NetworkError } from '@/api/errors';
import type { PendingSignIn } from '@/api/models';
import { paths } from '@/app/paths';
import { closeAccountDialog, openSignUp, useAccountDialog } from '@/lib/accountDialog';
import { AccountDialog } from './AccountDialog';
import { DemoAccounts } from './DemoAccounts';
import { SwitchFormLink } from './SwitchFormLink';
import { PasswordField } from '@/ui/PasswordField';
import { RowsSkeleton } from '@/ui/Skeletons';
import { TemporaryAlert } from '@/ui/TemporaryAlert';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { lazyPart } from '@/lib/lazyPart';
import { useSignIn, type Credentials } from './sessionActions';

const PendingSignInSteps = lazyPart(() => import('./secondFactor/PendingSignInSteps'));

const check = ({ username, password }: Credentials) => ({
  username: username.trim() ? undefined : 'Username is required',
  password: password ? undefined : 'Password is required',
});

/**
 * Returns the message for a refused sign-in (1 §8): the server's message for a 401, and the waiting
 * time after too many attempts.
 */
const refusal = (error: Error): string =>
  error instanceof NetworkError ||
  hasReason(error, 'wrong_credentials', 'account_disabled') ||
  isTooMany(error)
    ? error.message
    : 'Request Failed';

interface Props {
  onClose: () => void;
  onSignedIn: () => void;
}

/**
 * Signs in by email or phone (1 §5.1), and continues with the second factor of the account. In a
 * demonstration, it offers the demo accounts.
 */
export function SignInDialog({ onClose, onSignedIn }: Props) {
  const [pending, setPending] = useState<PendingSignIn>();
  const [ended, setEnded] = useState<string>();
  const [showsCodes, setShowsCodes] = useState(false);
  const signIn = useSignIn({ onSignedIn, onPending: setPending });
  // The entry with which Back closes the dialog is not left behind.
  const isOverPage = useAccountDialog() !== null;
  const form = useRecordForm({
    name: 'sign in',
    initial: { username: '', password: '' },
    secrets: ['username', 'password'],
    check,
    quiet: true,
    save: signIn,
    inputOf: ({ username, password }) => ({ username: username.trim(), password }),
  });

  if (pending) {
    return (
      <AccountDialog title="Sign In" width="xs" pending={showsCodes} onClose={onClose}>
        <Suspense fallback={<RowsSkeleton count={2} />}>
          <PendingSignInSteps
            pending={pending}
            onSignedIn={onSignedIn}
            onEnded={(error) => {
              setEnded(messageOf(error));
              form.set('password', '');
              setPending(undefined);
            }}
            onCodesShown={() => setShowsCodes(true)}
          />
        </Suspense>
      </AccountDialog>
    );
  }

  return (
    <AccountDialog title="Sign In" width="xs" onClose={onClose}>
      <Stack component="form" noValidate onSubmit={form.onSubmit} sx={{ gap: 2 }}>
        {ended && !signIn.error && <Alert severity="warning">{ended}</Alert>}
        {signIn.error && (
          <TemporaryAlert severity="warning" error={signIn.error}>
            {refusal(signIn.error)}
          </TemporaryAlert>
        )}
        <TextField
          {...form.text('username')}
          name="username"
          label="Email or phone"
          autoComplete="username"
          autoFocus={!ended}
          required
        />
        <PasswordField
          {...form.text('password')}
          name="password"
          label="Password"
          autoComplete="current-password"
          autoFocus={ended !== undefined}
        />
        <Button type="submit" variant="contained" size="large" loading={signIn.isPending}>
          Sign In
        </Button>
        <Link
          component={RouterLink}
          to={paths.forgotPassword}
          replace={isOverPage}
          variant="body2"
          onClick={closeAccountDialog}
        >
          Forgot password?
        </Link>
        <SwitchFormLink question="No account yet?" label="Sign Up" onSwitch={openSignUp} />
      </Stack>
      <DemoAccounts
        disabled={signIn.isPending}
        onChoose={(account) => {
          const credentials = { username: account.username, password: account.password };
          form.resetTo(credentials);
          signIn.mutate(credentials);
        }}
      />
    </AccountDialog>
  );
}
