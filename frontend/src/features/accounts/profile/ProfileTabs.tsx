import Box from '@mui/material/Box';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '@/api/session';
import { CountTabs } from '@/ui/CountTabs';
import { cardSx } from '@/ui/looks';
import { RowsSkeleton } from '@/ui/Skeletons';
import { lazyPart } from '@/lib/lazyPart';
import { paths } from '@/app/paths';
import { RedirectNotice } from '../RedirectNotice';
import { EditProfile } from './EditProfile';

const PhoneChange = lazyPart(async () => ({
  default: (await import('./PhoneChange')).PhoneChange,
}));
const EmailChange = lazyPart(async () => ({
  default: (await import('../EmailChange')).EmailChange,
}));

const tabs = [
  { key: 'profile', title: 'Edit Profile' },
  { key: 'phone', title: 'Change Phone Number' },
  { key: 'email', title: 'Change Email' },
] as const;
/**
 * Milliseconds for which the success message is shown before the redirect, as after a new phone
 * number (1 §2.5).
 */
const READING_TIME = 3000;

type Tab = (typeof tabs)[number]['key'];

/** The three tabs of the profile (1 §2.5). The address contains the current one. */
export function ProfileTabs() {
  const session = useSession();
  const [params, setParams] = useSearchParams();
  const [emailChanged, setEmailChanged] = useState(false);
  if (!session) return null;
  const { user } = session;
  const activeTab: Tab = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'profile';
  return (
    <CountTabs
      label="Account"
      tabs={tabs}
      shown={activeTab}
      onShow={(tab) => setParams(tab === 'profile' ? {} : { tab }, { replace: true })}
    >
      <Box sx={{ ...cardSx, py: 3 }}>
        <Suspense fallback={<RowsSkeleton />}>
          {activeTab === 'profile' && <EditProfile user={user} />}
          {activeTab === 'phone' && <PhoneChange user={user} />}
          {activeTab === 'email' && emailChanged && (
            <RedirectNotice to={paths.root} readingTime={READING_TIME}>
              Your email address was changed. You will now be taken to your home page.
            </RedirectNotice>
          )}
          {activeTab === 'email' && !emailChanged && (
            <EmailChange
              userId={user.user_id}
              current={user.org_email}
              label="New Email Address"
              missing={{
                address: 'New Email Address is required',
                code: 'OTP is required in order to complete Email update.',
              }}
              onChanged={() => setEmailChanged(true)}
            />
          )}
        </Suspense>
      </Box>
    </CountTabs>
  );
}
