import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNavigate } from 'react-router';
import { api, body } from '@/api/client';
import { hasReason, NetworkError } from '@/api/errors';
import { session } from '@/api/session';
import { paths } from '@/app/paths';
import { openSignUp } from '@/lib/accountDialog';
import { pendingLink } from '@/lib/pendingLink';
import { toast } from '@/lib/toast';
import { lastWay } from '../providers/lastWay';
import { provenIdentity } from '../providers/provenIdentity';
import { signUpDraft } from '../signUp/draft';
import { codeTimes, verification, type Registration } from '../verification';
import { CodeForm } from './CodeForm';
import { codeFault, resendFault, type CodeFault } from './codeFaults';

const NOT_LINKED =
  'Your new account can’t be linked with the sign-in provider any more. Select VERIFY again to register without it. You can link it on your profile later.';

/** Returns the error of a registration. One about the identity continues without the identity. */
function registrationFault(error: unknown, form: Registration): CodeFault {
  if (!hasReason(error, 'identity_proof_expired', 'identity_linked')) {
    return codeFault(error, 'Failed to verify OTP');
  }
  provenIdentity.forget();
  verification.keepSecret({ signUp: { ...form, identity_token: undefined } });
  return { message: NOT_LINKED, dead: false, ofForm: true };
}

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
    const identity = provenIdentity.toRegister();
    if (form.identity_token && identity) {
      lastWay.set({ provider: identity.provider, label: identity.label });
    }
    provenIdentity.forget();
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
        explain={(error) => registrationFault(error, form)}
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
