import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router';
import { useSession } from '@/api/session';
import { CountTabs } from '@/components/CountTabs';
import { framed } from '@/components/looks';
import { EmailChange } from '../EmailChange';
import { EditProfile } from './EditProfile';
import { PhoneChange } from './PhoneChange';

const tabs = [
  { key: 'profile', title: 'Edit Profile' },
  { key: 'phone', title: 'Change Phone Number' },
  { key: 'email', title: 'Change Email' },
] as const;
type Tab = (typeof tabs)[number]['key'];

/** The three tabs of the profile (1 §2.5); the one that is shown stands in the address. */
export function ProfileTabs() {
  const session = useSession();
  const [params, setParams] = useSearchParams();
  if (!session) return null;
  const { user } = session;
  const shown: Tab = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'profile';
  return (
    <CountTabs
      label="Account"
      tabs={tabs}
      shown={shown}
      onShow={(tab) => setParams(tab === 'profile' ? {} : { tab }, { replace: true })}
    >
      <Box sx={{ ...framed, py: 3 }}>
        {shown === 'profile' && <EditProfile user={user} />}
        {shown === 'phone' && <PhoneChange user={user} />}
        {shown === 'email' && (
          <EmailChange
            userId={user.user_id}
            current={user.org_email}
            label="New Email Address"
            missing={{
              address: 'New Email Address is required',
              code: 'OTP is required in order to complete Email update.',
            }}
            onChanged={() => {}}
          />
        )}
      </Box>
    </CountTabs>
  );
}
