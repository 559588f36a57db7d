import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { hasReason, messageOf } from '@/api/errors';
import type { AppSecret as Secret, PasskeyOptions } from '@/api/models';
import { session } from '@/api/session';
import { hasPasskeys } from '@/lib/passkeys';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { useAddPasskeyAtSignIn, useBeginPasskeyAtSignIn } from '../passkeys/mutations';
import { NewPasskeyFields } from '../passkeys/NewPasskeyFields';
import { PASSKEY_IS } from '../passkeys/texts';
import { useNewPasskeyForm } from '../passkeys/useNewPasskeyForm';
import { AppSecret } from './AppSecret';
import { hasSignInEnded, useBeginAtSignIn, useConfirmAtSignIn } from './mutations';
import { FactorCodeField } from './FactorCodeField';
import type { SignInStep } from './PendingSignInSteps';
import { RecoveryCodes } from './RecoveryCodes';
import { useCodeForm } from './useCodeForm';

type Completed = NonNullable<ReturnType<typeof useConfirmAtSignIn>['data']>;

/** Sets up an app or adds a passkey during a sign-in, and ends with the recovery codes. */
export function SetUpAtSignIn({ pending, onSignedIn, onEnded, onCodesShown }: SignInStep) {
  const begin = useBeginAtSignIn(pending.pending_token, onEnded);
  const beginPasskey = useBeginPasskeyAtSignIn(pending.pending_token);
  const offersPasskey = pending.passkey && hasPasskeys();
  const [expired, setExpired] = useState<string>();
  const [completed, setCompleted] = useState<Completed>();
  if (completed) {
    const { user, token, codes } = completed;
    return (
      <RecoveryCodes
        codes={codes}
        account={user.org_email ?? user.phone}
        doneLabel="Continue"
        onDone={() => {
          session.begin(user, token);
          onSignedIn();
        }}
      />
    );
  }
  const complete = (answer: Completed) => {
    onCodesShown();
    setCompleted(answer);
  };
  if (beginPasskey.data) {
    return (
      <PasskeyStep
        token={pending.pending_token}
        options={beginPasskey.data}
        onCompleted={complete}
        onUsedUp={(error) => {
          if (hasSignInEnded(error)) return onEnded(error);
          setExpired(messageOf(error));
          beginPasskey.reset();
        }}
        onBack={beginPasskey.reset}
      />
    );
  }
  if (begin.data) {
    return (
      <ConfirmStep
        token={pending.pending_token}
        secret={begin.data}
        onCompleted={complete}
        onRefused={(error) => {
          if (hasSignInEnded(error)) onEnded(error);
          if (!hasReason(error, 'set_up_expired')) return;
          setExpired(messageOf(error));
          begin.reset();
        }}
      />
    );
  }
  const failed = begin.error ?? beginPasskey.error;
  const setUpApp = () => {
    beginPasskey.reset();
    begin.mutate();
  };
  const addPasskey = () => {
    begin.reset();
    beginPasskey.mutate(undefined, {
      onError: (error) => {
        if (hasSignInEnded(error)) onEnded(error);
      },
    });
  };
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography>
        Your role needs a second factor. {offersPasskey ? 'Add a passkey, or set up' : 'You need'}{' '}
        an authenticator app, such as FreeOTP, Google Authenticator, Microsoft Authenticator or the
        one of your password manager.
      </Typography>
      {expired && <Alert severity="warning">{expired}</Alert>}
      {failed && !hasSignInEnded(failed) && (
        <CallErrorAlert
          severity="warning"
          error={failed}
          onRetry={begin.error ? setUpApp : addPasskey}
        />
      )}
      {offersPasskey && (
        <>
          <Typography variant="body2" color="textSecondary">
            {PASSKEY_IS}
          </Typography>
          <Button
            variant="contained"
            size="large"
            autoFocus
            loading={beginPasskey.isPending}
            disabled={begin.isPending}
            onClick={addPasskey}
          >
            Add a passkey
          </Button>
        </>
      )}
      <Button
        variant={offersPasskey ? 'outlined' : 'contained'}
        size="large"
        autoFocus={!offersPasskey}
        loading={begin.isPending}
        disabled={beginPasskey.isPending}
        onClick={setUpApp}
      >
        Set up your app
      </Button>
    </Stack>
  );
}

interface PasskeyProps {
  token: string;
  options: PasskeyOptions;
  onCompleted: (answer: Completed) => void;
  onUsedUp: (error: Error) => void;
  onBack: () => void;
}

function PasskeyStep({ token, options, onCompleted, onUsedUp, onBack }: PasskeyProps) {
  const form = useNewPasskeyForm({
    options,
    save: useAddPasskeyAtSignIn(token),
    onSaved: onCompleted,
    onUsedUp,
  });
  return (
    <Stack component="form" noValidate onSubmit={form.onSubmit} sx={{ gap: 2 }}>
      <NewPasskeyFields form={form} />
      {form.refusal && <CallErrorAlert severity="warning" error={form.refusal} />}
      <Button type="submit" variant="contained" size="large" loading={form.pending}>
        Add the passkey
      </Button>
      <Button disabled={form.pending} onClick={onBack}>
        Choose another way
      </Button>
    </Stack>
  );
}

interface ConfirmProps {
  token: string;
  secret: Secret;
  onCompleted: (answer: Completed) => void;
  onRefused: (error: Error) => void;
}

function ConfirmStep({ token, secret, onCompleted, onRefused }: ConfirmProps) {
  const form = useCodeForm({
    name: 'new app at sign-in',
    save: useConfirmAtSignIn(token),
    onSaved: onCompleted,
    onRefused,
  });
  return (
    <Stack component="form" noValidate onSubmit={form.onSubmit} sx={{ gap: 2 }}>
      <AppSecret secret={secret} />
      {form.refusal && <CallErrorAlert severity="warning" error={form.refusal} />}
      <FactorCodeField {...form.text('code', 'The 6 digits that the app shows now')} autoFocus />
      <Button type="submit" variant="contained" size="large" loading={form.pending}>
        Confirm the app
      </Button>
    </Stack>
  );
}
