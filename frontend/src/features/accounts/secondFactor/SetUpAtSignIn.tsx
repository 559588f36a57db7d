import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { hasReason, messageOf } from '@/api/errors';
import type { AppSecret as Secret } from '@/api/models';
import { session } from '@/api/session';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { AppSecret } from './AppSecret';
import { hasSignInEnded, useBeginAtSignIn, useConfirmAtSignIn } from './mutations';
import { FactorCodeField } from './FactorCodeField';
import type { SignInStep } from './PendingSignInSteps';
import { RecoveryCodes } from './RecoveryCodes';
import { useCodeForm } from './useCodeForm';

type Completed = NonNullable<ReturnType<typeof useConfirmAtSignIn>['data']>;

/** Sets up an authenticator app during a sign-in, and ends with its recovery codes. */
export function SetUpAtSignIn({ pending, onSignedIn, onEnded, onCodesShown }: SignInStep) {
  const begin = useBeginAtSignIn(pending.pending_token, onEnded);
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
  if (begin.data) {
    return (
      <ConfirmStep
        token={pending.pending_token}
        secret={begin.data}
        onCompleted={(answer) => {
          onCodesShown();
          setCompleted(answer);
        }}
        onRefused={(error) => {
          if (hasSignInEnded(error)) onEnded(error);
          if (!hasReason(error, 'set_up_expired')) return;
          setExpired(messageOf(error));
          begin.reset();
        }}
      />
    );
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography>
        Your role needs a second factor. You need an authenticator app, such as FreeOTP, Google
        Authenticator, Microsoft Authenticator or the one of your password manager.
      </Typography>
      {expired && <Alert severity="warning">{expired}</Alert>}
      {begin.error && !hasSignInEnded(begin.error) && (
        <CallErrorAlert severity="warning" error={begin.error} onRetry={begin.mutate} />
      )}
      <Button
        variant="contained"
        size="large"
        autoFocus
        loading={begin.isPending}
        onClick={() => begin.mutate()}
      >
        Set up your app
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
