import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState, type FormEvent } from 'react';
import { Link as RouterLink } from 'react-router';
import { hasReason, isTooMany, messageOf, NetworkError } from '@/api/errors';
import type { PendingSignIn } from '@/api/models';
import { paths } from '@/app/paths';
import { closeAccountDialog, openSignUp, useAccountDialog } from '@/lib/accountDialog';
import { AccountDialog } from './AccountDialog';
import { DemoAccounts } from './DemoAccounts';
import { SignInPasskeyButton } from './passkeys/SignInPasskeyButton';
import { useSignInPasskey } from './passkeys/useSignInPasskey';
import { lastWay } from './providers/lastWay';
import { useLeaveForProvider } from './providers/mutations';
import { OrDivider } from './providers/OrDivider';
import { ProviderButton, USED_LAST_TIME } from './providers/ProviderButton';
import { provenIdentity, useProvenIdentity } from './providers/provenIdentity';
import { providerQueries } from './providers/queries';
import { SwitchFormLink } from './SwitchFormLink';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { PasswordField } from '@/ui/PasswordField';
import { isSettled } from '@/ui/RevealWhenSettled';
import { RowsSkeleton } from '@/ui/Skeletons';
import { TemporaryAlert } from '@/ui/TemporaryAlert';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { lazyPart } from '@/lib/lazyPart';
import { hasPasskeys } from '@/lib/passkeys';
import { useSignIn, type Credentials } from './sessionActions';

const PendingSignInSteps = lazyPart(() => import('./secondFactor/PendingSignInSteps'));
const ProviderButtons = lazyPart(() => import('./providers/ProviderButtons'));

const check = ({ username, password }: Pick<Credentials, 'username' | 'password'>) => ({
  username: username.trim() ? undefined : 'Username is required',
  password: password ? undefined : 'Password is required',
});

/**
 * Returns the providers to sign in with. The one of the last sign-in on this device is known before
 * the server has answered, so the form below it does not move.
 */
function useProviders(links: boolean) {
  const offered = useQuery(providerQueries.offered());
  const [last] = useState(lastWay.get);
  // A sign-in that links a provider needs the password.
  const listed = links ? [] : (offered.data ?? []);
  const first = links || typeof last === 'string' ? undefined : last;
  const isOffered = ({ provider }: { provider: string }) =>
    !offered.data || listed.some((other) => other.provider === provider);
  return {
    first: first && { ...first, gone: !isOffered(first) },
    others: listed.filter(({ provider }) => provider !== first?.provider),
    usedPassword: last === 'password' && listed.length > 0,
    usedPasskey: last === 'passkey',
    settled: isSettled(offered),
  };
}

/**
 * Returns the message for a refused sign-in (1 §8): the server's message for a 401, and the waiting
 * time after too many attempts.
 */
const refusal = (error: Error): string =>
  error instanceof NetworkError ||
  hasReason(error, 'wrong_credentials', 'account_disabled', 'provider_required') ||
  isTooMany(error)
    ? error.message
    : 'Request Failed';

interface Props {
  onClose: () => void;
  onSignedIn: () => void;
}

/**
 * Signs in by email or phone (1 §5.1), and continues with the second factor of the account. It also
 * offers passkeys, the sign-in providers and, in a demonstration, the demo accounts.
 */
export function SignInDialog({ onClose, onSignedIn }: Props) {
  const [pending, setPending] = useState<PendingSignIn>();
  const [ended, setEnded] = useState<string>();
  const [showsCodes, setShowsCodes] = useState(false);
  const signIn = useSignIn({ onSignedIn, onPending: setPending });
  const identity = useProvenIdentity();
  const linked = identity?.aim === 'link' ? identity.label : undefined;
  const { first, others, usedPassword, usedPasskey, settled } = useProviders(linked !== undefined);
  const leaving = useLeaveForProvider();
  // A sign-in that links a provider needs the password.
  const hasPasskey = linked === undefined && hasPasskeys();
  const passkey = useSignInPasskey({ enabled: hasPasskey && !pending, onSignedIn });
  const hintId = useId();
  // The entry with which Back closes the dialog is not left behind.
  const isOverPage = useAccountDialog() !== null;
  const form = useRecordForm({
    name: 'sign in',
    initial: { username: '', password: '' },
    secrets: ['username', 'password'],
    check,
    quiet: true,
    save: signIn,
    inputOf: ({ username, password }): Credentials => ({
      username: username.trim(),
      password,
      identity_token: provenIdentity.toLink()?.token,
    }),
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

  const busy = signIn.isPending || passkey.isPending;
  const passkeyButton = hasPasskey && (
    <SignInPasskeyButton
      passkey={passkey}
      usedLast={usedPasskey}
      disabled={signIn.isPending || leaving.isLeaving}
      onSignIn={() => {
        signIn.reset();
        passkey.signIn();
      }}
    />
  );
  const passkeyIsBelow = passkeyButton && !usedPasskey;
  // A way that is not offered any more leaves its room, so that nothing moves.
  const passkeyRoom = { gap: 2, visibility: passkey.isUnavailable ? 'hidden' : 'inherit' };
  return (
    <AccountDialog title="Sign In" width="xs" onClose={onClose}>
      <Stack
        component="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          passkey.reset();
          form.onSubmit(event);
        }}
        sx={{ gap: 2 }}
      >
        {ended && !signIn.error && !passkey.error && <Alert severity="warning">{ended}</Alert>}
        {linked !== undefined && (
          <Alert severity="info">
            Sign in with your password to link {linked} to your account.
          </Alert>
        )}
        {signIn.error && <Refusal error={signIn.error} />}
        {passkey.error && !passkey.isUnavailable && (
          <CallErrorAlert
            severity="warning"
            error={passkey.error}
            onRetry={passkey.signIn}
            pending={passkey.isPending}
          />
        )}
        {leaving.error && (
          <CallErrorAlert
            severity="warning"
            error={leaving.error}
            onRetry={leaving.retry}
            pending={leaving.isLeaving}
          />
        )}
        {first && (
          // A provider that is not offered any more leaves its room, so that nothing moves.
          <Stack sx={{ gap: 2, visibility: first.gone ? 'hidden' : undefined }}>
            <ProviderButton provider={first} usedLast disabled={busy} leaving={leaving} />
            <OrDivider />
          </Stack>
        )}
        {passkeyButton && usedPasskey && (
          <Stack sx={passkeyRoom}>
            {passkeyButton}
            <OrDivider />
          </Stack>
        )}
        <TextField
          {...form.text('username')}
          name="username"
          label="Email or phone"
          // Browsers list passkeys with the usernames.
          autoComplete={hasPasskey ? 'username webauthn' : 'username'}
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
        <Box sx={{ position: 'relative', display: 'grid' }}>
          <Button
            type="submit"
            variant="contained"
            size="large"
            loading={signIn.isPending}
            disabled={leaving.isLeaving || passkey.isPending}
            aria-describedby={usedPassword ? hintId : undefined}
          >
            Sign In
          </Button>
          {usedPassword && (
            <Typography
              id={hintId}
              variant="caption"
              sx={{
                position: 'absolute',
                right: 12,
                top: 0,
                bottom: 0,
                display: 'flex',
                alignItems: 'center',
                color: 'primary.contrastText',
                pointerEvents: 'none',
              }}
            >
              {USED_LAST_TIME}
            </Typography>
          )}
        </Box>
        <Link
          component={RouterLink}
          to={paths.forgotPassword}
          replace={isOverPage}
          variant="body2"
          onClick={closeAccountDialog}
        >
          Forgot password?
        </Link>
        <SwitchFormLink
          question="No account yet?"
          label="Sign Up"
          onSwitch={linked === undefined ? openSignUp : provenIdentity.register}
        />
      </Stack>
      {passkeyIsBelow && (
        <Stack sx={{ ...passkeyRoom, mt: 2 }}>
          <OrDivider />
          {passkeyButton}
        </Stack>
      )}
      <Suspense fallback={null}>
        {others.length > 0 && (
          <ProviderButtons
            providers={others}
            followsOther={passkeyIsBelow && !passkey.isUnavailable}
            disabled={busy}
            leaving={leaving}
          />
        )}
        {settled && (
          <DemoAccounts
            disabled={busy}
            onChoose={(account) => {
              passkey.reset();
              const credentials = { username: account.username, password: account.password };
              form.resetTo(credentials);
              signIn.mutate(credentials);
            }}
          />
        )}
      </Suspense>
    </AccountDialog>
  );
}

/** Says why the sign-in was refused. A message that names another way to sign in stays. */
function Refusal({ error }: { error: Error }) {
  return hasReason(error, 'provider_required') ? (
    <Alert severity="warning">{refusal(error)}</Alert>
  ) : (
    <TemporaryAlert severity="warning" error={error}>
      {refusal(error)}
    </TemporaryAlert>
  );
}
