import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, body } from '@/api/client';
import { withPassword } from '@/api/password';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { openSignIn } from '@/lib/accountDialog';
import { toast } from '@/lib/toast';
import { AccountCard } from '../AccountCard';
import { RedirectNotice } from '../RedirectNotice';
import { accountQueries } from '../queries';
import { usePendingCode, codeTimes, verification } from '../verification';
import { CodeForm } from './CodeForm';
import { codeFault, resendFault } from './codeFaults';

/** Milliseconds for which the success message is shown before the redirect (1 §2.5). */
const READING_TIME = 3000;

function ChangeNotice() {
  return (
    <AccountCard title="Verify Account">
      <RedirectNotice to={paths.root} readingTime={READING_TIME}>
        Your phone number was changed. You will now be taken to your home page.
      </RedirectNotice>
    </AccountCard>
  );
}

/** /verifyPhone: verifies a change of the phone number. */
export default function VerifyPhonePage() {
  const client = useQueryClient();
  const userId = useSession()?.user.user_id;
  const pendingCode = usePendingCode('phone');
  const [changed, setChanged] = useState(false);
  if (changed) return <ChangeNotice />;
  if (!pendingCode || userId === undefined || pendingCode.userId !== userId) {
    return (
      <AccountCard title="Verify Account" purpose="You can verify a new phone number here.">
        <Typography sx={{ mb: 2.5 }}>There is no phone number to verify.</Typography>
        {userId === undefined ? (
          <Button variant="contained" onClick={openSignIn}>
            Sign In
          </Button>
        ) : (
          <Button variant="contained" component={Link} to={`${paths.profile}?tab=phone`}>
            Change Phone Number
          </Button>
        )}
      </AccountCard>
    );
  }
  const phone = pendingCode.subject;
  const verify = async (otp: string) => {
    const { message } = await withPassword(async () =>
      body(await api.PATCH('/api/v1/users/update-user-phone', { body: { phone, otp } })),
    );
    toast(message, 'success');
    setChanged(true);
    verification.end('phone');
    void client.invalidateQueries({ queryKey: accountQueries.all });
  };
  return (
    <AccountCard
      title="Verify Account"
      purpose="Enter the one-time code. It is valid for 5 minutes, and your number changes when it is verified."
    >
      <Typography sx={{ mb: 2.5, overflowWrap: 'anywhere' }}>
        Your new phone number: <strong>{phone}</strong>. {pendingCode.note}
      </Typography>
      <CodeForm
        flow="phone"
        missing="The OTP code is required"
        verify={verify}
        explain={(error) => codeFault(error, 'Failed to verify OTP')}
        resend={async () => {
          const { message, ...sent } = await withPassword(async () =>
            body(await api.POST('/api/v1/users/setting-otp', { body: { phone } })),
          );
          return { ...codeTimes(sent), message };
        }}
        explainResend={resendFault}
        back={
          <Button component={Link} to={`${paths.profile}?tab=phone`}>
            Change the number
          </Button>
        }
      />
    </AccountCard>
  );
}
