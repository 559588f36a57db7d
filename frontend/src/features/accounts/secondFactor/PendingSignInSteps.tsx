import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { PendingSignIn } from '@/api/models';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
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

/** The step of a sign-in after the first factor: a code, or the setup that the role of the user needs. */
export default function PendingSignInSteps(step: SignInStep) {
  return step.pending.step === 'set_up' ? <SetUpAtSignIn {...step} /> : <CodeStep {...step} />;
}

function CodeStep({ pending, provider, onSignedIn, onEnded }: SignInStep) {
  const form = useCodeForm({
    name: 'code at sign-in',
    save: useEnterCode(pending.pending_token, onSignedIn),
    onRefused: (error) => {
      if (hasSignInEnded(error)) onEnded(error);
    },
  });
  return (
    <Stack component="form" noValidate onSubmit={form.onSubmit} sx={{ gap: 2 }}>
      <Typography>
        {provider === undefined ? 'Your password is right.' : `You signed in with ${provider}.`}{' '}
        Confirm that it&rsquo;s you with a code.
      </Typography>
      {form.refusal && !hasSignInEnded(form.refusal) && (
        <CallErrorAlert severity="warning" error={form.refusal} />
      )}
      <EitherCode {...form.field('code')} />
      <Button type="submit" variant="contained" size="large" loading={form.pending}>
        Sign In
      </Button>
      <Typography variant="body2" color="textSecondary">
        If you have lost your phone and your recovery codes, ask a Super User to reset your second
        factor.
      </Typography>
    </Stack>
  );
}
