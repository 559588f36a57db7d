import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { PageHeader } from '@/ui/PageHeader';
import { RowsSkeleton } from '@/ui/Skeletons';
import { PasswordChange } from '@/features/accounts/profile/PasswordChange';
import { ProfileTabs } from '@/features/accounts/profile/ProfileTabs';
import { Sessions } from '@/features/accounts/profile/Sessions';
import { lazyPart } from '@/lib/lazyPart';
import { paths } from './paths';

const OwnActivity = lazyPart(async () => ({
  default: (await import('@/features/audit/OwnActivity')).OwnActivity,
}));
const MailPreferences = lazyPart(() => import('@/features/notifications/MailPreferences'));

/**
 * Returns the number of earlier screens in this tab's history. The router stores the index in the
 * history state.
 */
const screensBefore = () => (window.history.state as { idx?: number } | null)?.idx ?? 0;

/** Goes back to the previous screen, or home if there is none in this tab. */
function BackButton() {
  const navigate = useNavigate();
  return (
    <Button
      startIcon={<ArrowBack />}
      sx={{ ml: -1 }}
      onClick={() => void (screensBefore() > 0 ? navigate(-1) : navigate(paths.root))}
    >
      Back
    </Button>
  );
}

/** /profile: the user's own account. The page is in `app` because it combines several features. */
export default function ProfilePage() {
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHeader
        above={<BackButton />}
        title="Edit Account"
        purpose="Your name, your contact details, and your sessions."
      />
      <ProfileTabs />
      <PasswordChange />
      <Sessions />
      <Suspense fallback={<RowsSkeleton />}>
        <OwnActivity />
      </Suspense>
      <Box component="section" aria-labelledby="mail-preferences" sx={{ mt: 5 }}>
        <Typography id="mail-preferences" variant="h2" sx={{ mb: 1.5 }}>
          Email settings
        </Typography>
        <Suspense fallback={<RowsSkeleton />}>
          <MailPreferences />
        </Suspense>
      </Box>
    </Box>
  );
}
