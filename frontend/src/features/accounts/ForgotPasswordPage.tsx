import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useLocation, useNavigate } from 'react-router';
import { api, body } from '@/api/client';
import { fieldErrors, hasReason } from '@/api/errors';
import { useAct } from '@/api/useAct';
import { paths } from '@/app/paths';
import { emailInput } from '@/ui/emailInput';
import { TemporaryAlert } from '@/ui/TemporaryAlert';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { bareEmail } from '@/lib/emails';
import { openSignIn } from '@/lib/accountDialog';
import { serverNow } from '@/lib/serverTime';
import { toast } from '@/lib/toast';
import { AccountCard } from './AccountCard';
import { usePasswordRules } from './NewPassword';
import { SwitchFormLink } from './SwitchFormLink';
import { PasswordPair } from './PasswordPair';
import { emailError, pairErrors } from './rules';
import { requireStrongPassword, weakPasswordAdvice } from './strength';
import { UndoChange } from './UndoChange';
import { codeExpiry, codeTimes, verification } from './verification';

interface Reset {
  username: string;
  password: string;
}

/**
 * Returns an earlier code that is still valid, as at sign-up. The server would refuse to send
 * another one so soon.
 */
function unexpiredCode(username: string) {
  const before = verification.get('reset');
  const works = (codeExpiry(before) ?? 0) > serverNow();
  return before?.subject === username && works
    ? {
        data: before.sentAt,
        resend_at: before.resendAt,
        message: 'An OTP was already sent. Verify using that OTP',
      }
    : undefined;
}

/**
 * The message of `code_not_sent` refers to a link of the next page, so this page shows only the toast
 * (1 §5.4).
 */
const isUnsent = (error: Error) => hasReason(error, 'code_not_sent');

function errorsOf(error: Error): Record<string, string> {
  const weakness = weakPasswordAdvice(error);
  return weakness === undefined ? fieldErrors(error) : { password: weakness };
}

const askForCode = async (username: string) =>
  body(await api.POST('/api/v1/users/forgot-password', { body: { username } }));

const TAKE_BACK = '#takeBack=';

/**
 * /forgotPassword: sets a new password. With a token in the hash, from a notice, it undoes a change
 * first.
 */
export default function ForgotPasswordPage() {
  const { hash } = useLocation();
  if (hash.startsWith(TAKE_BACK)) return <UndoChange token={hash.slice(TAKE_BACK.length)} />;
  return <ForgotPassword />;
}

/** Asks for the new password first. The code from the email completes the change (1 §2.5, §5.4). */
function ForgotPassword() {
  const navigate = useNavigate();
  const rules = usePasswordRules();
  const send = useAct({
    mutationFn: async ({ username, password }: Reset) => {
      await requireStrongPassword({ password, org_email: username });
      return unexpiredCode(username) ?? (await askForCode(username));
    },
    onSuccess: ({ message, ...sent }, { username, password }) => {
      verification.keepSecret({ reset: { password } });
      verification.begin('reset', { subject: username, ...codeTimes(sent) });
      toast(message, 'success');
      void navigate(paths.otpPage);
    },
    onError: () => toast('Failed!', 'error'),
  });
  const form = useRecordForm({
    name: 'forgotten password',
    initial: { username: verification.get('reset')?.subject ?? '', password: '', confirm: '' },
    secrets: ['username', 'password', 'confirm'],
    check: (values) => ({ username: emailError(values.username), ...pairErrors(values, rules) }),
    quiet: true,
    save: send,
    inputOf: ({ username, password }) => ({ username: bareEmail(username), password }),
    errorsOf,
  });

  return (
    <AccountCard
      title="Forgot Password"
      purpose="Choose a new password. We send a one-time code to your email address. Your password changes once you verify the code."
    >
      <Box component="form" noValidate onSubmit={form.onSubmit} sx={{ display: 'grid', gap: 2 }}>
        {form.refusal && !isUnsent(form.refusal) && (
          <TemporaryAlert severity="error" error={form.refusal} />
        )}
        <TextField
          {...form.text('username')}
          label="Email"
          slotProps={{ htmlInput: emailInput }}
          autoComplete="username"
          required
        />
        <PasswordPair form={form} rules={rules} label="New Password" />
        <Button type="submit" variant="contained" size="large" loading={form.pending}>
          Reset
        </Button>
        <SwitchFormLink question="Remembered it?" label="Sign In" onSwitch={openSignIn} />
      </Box>
    </AccountCard>
  );
}
