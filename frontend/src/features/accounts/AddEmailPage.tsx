import { useState } from 'react';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { AccountCard } from './AccountCard';
import { EmailChange } from './EmailChange';
import { RedirectNotice } from './RedirectNotice';

/** Milliseconds for which the success message is shown before the redirect (1 §2.5). */
const READING_TIME = 4000;

/**
 * /addemail: adds and verifies an organisation email address for users without one (1 §2.3, §2.5).
 */
export default function AddEmailPage() {
  const session = useSession();
  const [added, setAdded] = useState(false);
  if (!session) return null;
  const { user_id: userId, org_email: current } = session.user;
  return (
    <AccountCard
      title="Add Email"
      purpose="Add the email address that you use at your organisation. We send one-time codes and decisions to this address."
    >
      {added ? (
        <RedirectNotice to={paths.home} readingTime={READING_TIME}>
          Your email address is verified. You will now be taken to the home page.
        </RedirectNotice>
      ) : (
        <EmailChange
          userId={userId}
          current={current}
          label="Email"
          missing={{ address: 'Email is required', code: 'The OTP Code is required' }}
          onChanged={() => setAdded(true)}
        />
      )}
    </AccountCard>
  );
}
