import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMemo } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { api, body } from '@/api/client';
import { ApiError, messageOf } from '@/api/errors';
import type { PasswordRules } from '@/api/models';
import { useAct } from '@/api/useAct';
import { paths } from '@/app/paths';
import { emailInput } from '@/components/emailInput';
import { PassingAlert } from '@/components/PassingAlert';
import { openSignIn } from '@/lib/accountDialog';
import { serverNow } from '@/lib/serverTime';
import { toast } from '@/lib/toast';
import { AccountCard } from './AccountCard';
import { usePasswordRules } from './NewPassword';
import { OtherWay } from './OtherWay';
import { areEqual, passwordPair, unequal } from './passwordPair';
import { PasswordPair } from './PasswordPair';
import { requireStrong, weaknessOf } from './strength';
import { emailField } from './emailField';
import { TakeBack } from './TakeBack';
import { expiryOf, timesOf, verification } from './verification';

interface ResetForm {
  username: string;
  password: string;
  confirm: string;
}

const shapeOf = (rules: PasswordRules) =>
  z
    .object({
      username: emailField,
      ...passwordPair(rules),
    })
    .refine(areEqual, unequal('Password and Confirm Password should be equal'));

/** A code that was sent before and still works is used, as at sign-up: asking at once for another one is refused. */
function stillGood(username: string) {
  const before = verification.of('reset');
  const works = (expiryOf(before) ?? 0) > serverNow();
  return before?.subject === username && works
    ? {
        data: before.sentAt,
        resend_at: before.resendAt,
        message: 'An OTP was already sent. Verify using that OTP',
      }
    : undefined;
}

/** The link of those words stands on the next page; here it is the toast that says it (1 §5.4). */
const isUnsent = (error: Error) => error instanceof ApiError && error.code === 606;

const askForCode = async (username: string) =>
  body(await api.POST('/api/v1/users/forgot-password', { body: { username } }));

/** What stands before the token in the link that takes a change back. */
const TAKE_BACK = '#takeBack=';

/** /forgotPassword: with a token of a notice behind its address it takes a change back, and a new password is chosen then. */
export default function ForgotPasswordPage() {
  const { hash } = useLocation();
  if (hash.startsWith(TAKE_BACK)) return <TakeBack token={hash.slice(TAKE_BACK.length)} />;
  return <ForgotPassword />;
}

/** The new password is asked for first, the code of the e-mail completes it (1 §2.5, §5.4). */
function ForgotPassword() {
  const navigate = useNavigate();
  const rules = usePasswordRules();
  const shape = useMemo(() => shapeOf(rules), [rules]);
  const { control, handleSubmit, setError } = useForm<ResetForm>({
    resolver: zodResolver(shape),
    defaultValues: {
      username: verification.of('reset')?.subject ?? '',
      password: '',
      confirm: '',
    },
  });
  const send = useAct({
    mutationFn: async ({ username, password }: ResetForm) => {
      await requireStrong({ password, org_email: username });
      return stillGood(username) ?? (await askForCode(username));
    },
    onSuccess: ({ message, ...sent }, { username, password }) => {
      verification.keepSecret({ reset: { password } });
      verification.begin('reset', { subject: username, ...timesOf(sent) });
      toast(message, 'success');
      void navigate(paths.otpPage);
    },
    onError: (error) => {
      const [message] = (error instanceof ApiError && error.errors.username) || [];
      if (message) setError('username', { message }, { shouldFocus: true });
      const weakness = weaknessOf(error);
      if (weakness) setError('password', { message: weakness }, { shouldFocus: true });
      toast('Failed!', 'error');
    },
  });

  return (
    <AccountCard
      title="Forgot Password"
      purpose="Choose a new password. We send a one-time code to your e-mail address, and the password counts once the code is verified."
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void handleSubmit((values) => send.mutate(values))(event)}
        sx={{ display: 'grid', gap: 2 }}
      >
        {send.isError && !isUnsent(send.error) && !weaknessOf(send.error) && (
          <PassingAlert severity="error">{messageOf(send.error)}</PassingAlert>
        )}
        <Controller
          control={control}
          name="username"
          render={({ field: { ref, ...field }, fieldState: { error } }) => (
            <TextField
              {...field}
              inputRef={ref}
              label="Email"
              slotProps={{ htmlInput: emailInput }}
              autoComplete="username"
              required
              error={Boolean(error)}
              helperText={error?.message}
            />
          )}
        />
        <PasswordPair control={control} rules={rules} label="New Password" />
        <Button type="submit" variant="contained" size="large" loading={send.isPending}>
          Reset
        </Button>
        <OtherWay question="Remembered it?" way="Sign In" onTake={openSignIn} />
      </Box>
    </AccountCard>
  );
}
