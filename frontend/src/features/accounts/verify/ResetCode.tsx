import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link, useNavigate } from 'react-router';
import { api, body } from '@/api/client';
import { session } from '@/api/session';
import { paths } from '@/app/paths';
import { openSignIn } from '@/lib/accountDialog';
import { toast } from '@/lib/toast';
import { codeTimes, verification } from '../verification';
import { CodeForm } from './CodeForm';
import { codeFault, resendFault, unlessServerFault } from './codeFaults';

interface Props {
  username: string;
  password: string;
}

/**
 * Replaces a forgotten password (decisions A9). This ends all sessions of the account, so the user
 * has to sign in again.
 */
export function ResetCode({ username, password }: Props) {
  const navigate = useNavigate();
  const verify = async (otp: string) => {
    const { message } = body(
      await api.POST('/api/v1/users/forgot-password', { body: { username, password, otp } }),
    );
    toast(message, 'success');
    // The server ended the account's sessions, including one in this tab.
    if (session.get()?.user.org_email?.toLowerCase() === username.toLowerCase()) session.end();
    void navigate(paths.root, { replace: true });
    verification.end('reset');
    if (!session.get()) openSignIn();
  };
  return (
    <>
      <Typography sx={{ mb: 2.5, overflowWrap: 'anywhere' }}>
        If there is an account with the address <strong>{username}</strong>, we sent a code to it.
        Your password changes once you verify the code.
      </Typography>
      <CodeForm
        flow="reset"
        missing="The OTP code is required"
        verify={verify}
        explain={(error) => codeFault(error, unlessServerFault(error, 'Wrong OTP'))}
        resend={async () => {
          const { message, ...sent } = body(
            await api.POST('/api/v1/users/forgot-password', { body: { username } }),
          );
          return { ...codeTimes(sent), message };
        }}
        explainResend={resendFault}
        back={
          <Button component={Link} to={paths.forgotPassword}>
            Change what you entered
          </Button>
        }
      />
    </>
  );
}
