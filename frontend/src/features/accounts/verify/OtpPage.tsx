import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { openSignUp } from '@/lib/accountDialog';
import { AccountCard } from '../AccountCard';
import { usePendingCode, useSecrets } from '../verification';
import { ResetCode } from './ResetCode';
import { SignUpCode } from './SignUpCode';

const purpose = 'Enter the one-time code from the email. It is valid for 5 minutes.';

function Start({ children }: { children: string }) {
  return (
    <AccountCard
      title="Verify Account"
      purpose="You can verify a code here after you have requested one."
    >
      <Typography sx={{ mb: 2.5 }}>{children}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" onClick={openSignUp}>
          Sign Up
        </Button>
        <Button component={Link} to={paths.forgotPassword}>
          Forgot password
        </Button>
      </Box>
    </AccountCard>
  );
}

/**
 * Shown after a reload, which keeps the awaited code but not the password. Leads back to the form.
 */
function ReloadNotice({ subject, flow }: { subject: string; flow: 'signUp' | 'reset' }) {
  return (
    <AccountCard title="Verify Account" purpose={purpose}>
      <Alert severity="info" sx={{ mb: 2.5 }}>
        You reloaded this page. Your password is never stored, so enter it again before you verify
        the code that we sent to {subject}.
      </Alert>
      {flow === 'signUp' ? (
        <Button variant="contained" onClick={openSignUp}>
          Continue your registration
        </Button>
      ) : (
        <Button variant="contained" component={Link} to={paths.forgotPassword}>
          Enter the new password again
        </Button>
      )}
    </AccountCard>
  );
}

/**
 * /otp-page: verifies a registration or the reset of a forgotten password, the one that was begun
 * last.
 */
export default function OtpPage() {
  const signUp = usePendingCode('signUp');
  const reset = usePendingCode('reset');
  const secrets = useSecrets();
  if (reset && secrets.reset) {
    return (
      <AccountCard title="Verify Account" purpose={purpose}>
        <ResetCode username={reset.subject} password={secrets.reset.password} />
      </AccountCard>
    );
  }
  if (signUp && secrets.signUp) {
    return (
      <AccountCard title="Verify Account" purpose={purpose}>
        <SignUpCode form={secrets.signUp} />
      </AccountCard>
    );
  }
  if (reset) return <ReloadNotice subject={reset.subject} flow="reset" />;
  if (signUp) return <ReloadNotice subject={signUp.subject} flow="signUp" />;
  return <Start>There is no code to verify. Sign up, or request a new password.</Start>;
}
