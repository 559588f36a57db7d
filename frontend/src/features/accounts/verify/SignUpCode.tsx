import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import { api, body } from '@/api/client';
import { NetworkError } from '@/api/errors';
import { session } from '@/api/session';
import { paths } from '@/app/paths';
import { openSignUp } from '@/lib/accountDialog';
import { pendingLink } from '@/lib/pendingLink';
import { toast } from '@/lib/toast';
import { signUpDraft } from '../signUp/draft';
import { codeTimes, verification, type Registration } from '../verification';
import { CodeForm } from './CodeForm';
import { codeFault, resendFault } from './codeFaults';

/**
 * Completes a registration and signs the user in. Leads to a notice if an administrator has to
 * activate the account.
 */
export function SignUpCode({ form }: { form: Registration }) {
  const navigate = useNavigate();
  const username = form.org_email;

  const verify = async (otp: string) => {
    const { user, message } = body(
      await api.POST('/api/v1/users/verify', { body: { ...form, username, otp } }),
    );
    if (!user.token) throw new NetworkError('The answer to the registration had no token');
    toast(message, 'success');
    void navigate(user.pending_activation ? paths.registeredSuccessfully : paths.root, {
      replace: true,
    });
    session.begin(user, user.token);
    // A new user has no role, so a link that requires one cannot be followed.
    pendingLink.set(null);
    signUpDraft.forget();
    verification.end('signUp');
  };
  return (
    <>
      <Typography sx={{ mb: 2.5, overflowWrap: 'anywhere' }}>
        We sent a code to <strong>{username}</strong> to complete your registration.
      </Typography>
      <CodeForm
        flow="signUp"
        missing="The OTP code is required"
        verify={verify}
        explain={(error) => codeFault(error, 'Failed to verify OTP')}
        resend={async () => {
          const { message, ...sent } = body(
            await api.POST('/api/v1/users/verify/resend', { body: { username } }),
          );
          return { ...codeTimes(sent), message };
        }}
        explainResend={resendFault}
        back={<Button onClick={openSignUp}>Change what you entered</Button>}
      />
    </>
  );
}
