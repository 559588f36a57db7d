import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import type { PendingSignIn } from '@/api/models';
import { hasPasskeys } from '@/lib/passkeys';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { useEnterPasskey } from '../passkeys/mutations';
import { OrDivider } from '../providers/OrDivider';
import { hasSignInEnded, useEnterCode } from './mutations';
import { EitherCode } from './EitherCode';
import { SetUpAtSignIn } from './SetUpAtSignIn';
import { useCodeForm } from './useCodeForm';

export interface SignInStep {
  pending: PendingSignIn;
  /** The label of the provider that was the first factor; the password by default. */
  provider?: string;
  onSignedIn: () => void;
  /** Called with the reason if the sign-in begins again with the first factor. */
  onEnded: (error: Error) => void;
  /** Called when recovery codes are shown, which are lost if the dialog closes. */
  onCodesShown: () => void;
}

/**
 * The step of a sign-in after the first factor: a code or a passkey, or the setup that the role of
 * the user needs.
 */
export default function PendingSignInSteps(step: SignInStep) {
  return step.pending.step === 'set_up' ? <SetUpAtSignIn {...step} /> : <CodeStep {...step} />;
}

function CodeStep({ pending, provider, onSignedIn, onEnded }: SignInStep) {
  const { app: hasApp, pending_token } = pending;
  const passkey = useEnterPasskey(pending_token, onSignedIn);
  const offersPasskey = pending.passkey && hasPasskeys();
  // Without an app, the field for a recovery code is second to the passkey.
  const [showsField, setShowsField] = useState(hasApp || !offersPasskey);
  const enter = useEnterCode(pending_token, onSignedIn);
  const endIfOver = (error: Error) => {
    if (hasSignInEnded(error)) onEnded(error);
  };
  const form = useCodeForm({ name: 'code at sign-in', save: enter, onRefused: endIfOver });
  const usePasskey = () => {
    enter.reset();
    passkey.mutate(undefined, { onError: endIfOver });
  };
  const refusal = form.refusal ?? passkey.error;
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => {
        passkey.reset();
        form.onSubmit(event);
      }}
      sx={{ gap: 2 }}
    >
      <Typography>
        {provider === undefined ? 'Your password is right.' : `You signed in with ${provider}.`}{' '}
        Confirm that it&rsquo;s you with {wayIn(hasApp, offersPasskey)}.
      </Typography>
      {pending.passkey && !offersPasskey && !hasApp && (
        <Alert severity="info">
          You have a passkey, but this browser can&rsquo;t use it. To use your passkey, sign in with
          another browser.
        </Alert>
      )}
      {refusal && !hasSignInEnded(refusal) && (
        <CallErrorAlert
          severity="warning"
          error={refusal}
          onRetry={refusal === passkey.error ? usePasskey : undefined}
        />
      )}
      {showsField && (
        <>
          <EitherCode {...form.field('code')} hasApp={hasApp} />
          <Button
            type="submit"
            variant="contained"
            size="large"
            loading={form.pending}
            disabled={passkey.isPending}
          >
            Sign In
          </Button>
        </>
      )}
      {offersPasskey && showsField && <OrDivider />}
      {offersPasskey && (
        <Button
          variant={showsField ? 'outlined' : 'contained'}
          size="large"
          autoFocus={!showsField}
          loading={passkey.isPending}
          disabled={form.pending}
          onClick={usePasskey}
        >
          Use a passkey
        </Button>
      )}
      {!showsField && (
        <Link
          component="button"
          type="button"
          variant="body2"
          onClick={() => setShowsField(true)}
          sx={{ alignSelf: 'start', py: 0.5 }}
        >
          Use a recovery code
        </Link>
      )}
      <Typography variant="body2" color="textSecondary">
        If you have lost your {hasApp ? 'phone' : 'passkey'} and your recovery codes, ask a Super
        User to reset your second factor.
      </Typography>
    </Stack>
  );
}

/** Names the ways to complete a sign-in. */
function wayIn(hasApp: boolean, offersPasskey: boolean): string {
  if (!offersPasskey) return hasApp ? 'a code' : 'a recovery code';
  return hasApp ? 'a code or a passkey' : 'your passkey';
}
