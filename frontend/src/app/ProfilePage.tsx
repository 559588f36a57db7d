import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense } from 'react';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import { activatedRoles, useSession } from '@/api/session';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { RowsSkeleton } from '@/ui/Skeletons';
import { ProfileTabs } from '@/features/accounts/profile/ProfileTabs';
import { lazyPart } from '@/lib/lazyPart';
import { staffRoles } from '@/lib/roles';
import { accountPath, paths, type AccountSection } from './paths';

const OwnActivity = lazyPart(async () => ({
  default: (await import('@/features/audit/OwnActivity')).OwnActivity,
}));
const SecuritySection = lazyPart(() => import('@/features/accounts/profile/SecuritySection'));
const MailPreferences = lazyPart(() => import('@/features/notifications/MailPreferences'));
const CalendarFeed = lazyPart(() => import('@/features/deadlines/feed/CalendarFeed'));

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

const sections: readonly { key: AccountSection | 'profile'; title: string }[] = [
  { key: 'profile', title: 'Profile' },
  { key: 'security', title: 'Sign-in and security' },
  { key: 'activity', title: 'Activity' },
  { key: 'emails', title: 'Emails' },
  { key: 'calendar', title: 'Calendar feed' },
];

/** Returns true if the user decides at stages or submits requests, which have due dates. */
function useHasDueDates(): boolean {
  const session = useSession();
  if (!session) return false;
  return activatedRoles(session.user).some(({ role }) =>
    ['Data Requester', ...staffRoles].includes(role),
  );
}

/** Links to the sections, beside the content. On a phone they are above it. */
function SectionLinks({ shown }: { shown: string }) {
  const hasDueDates = useHasDueDates();
  const offered = sections.filter(({ key }) => hasDueDates || key === shown || key !== 'calendar');
  return (
    <Box component="nav" aria-label="Account">
      <PlainList
        sx={{
          display: 'grid',
          gap: 0.5,
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'minmax(0, 1fr)' },
        }}
      >
        {offered.map(({ key, title }) => (
          <li key={key}>
            <Link
              component={RouterLink}
              to={key === 'profile' ? paths.profile : accountPath(key)}
              replace
              aria-current={key === shown ? 'page' : undefined}
              color="textPrimary"
              underline="none"
              sx={{
                display: 'flex',
                alignItems: 'center',
                minHeight: 44,
                px: 1.5,
                borderRadius: 1,
                '&:hover': { bgcolor: 'quiet' },
                '&[aria-current]': { bgcolor: 'quiet', color: 'primary.main', fontWeight: 620 },
              }}
            >
              {title}
            </Link>
          </li>
        ))}
      </PlainList>
    </Box>
  );
}

/**
 * /profile: the user's own account, in sections with an address each. The page is in `app` because
 * it combines several features.
 */
export default function ProfilePage() {
  const [params] = useSearchParams();
  const shown = sections.find(({ key }) => key === params.get('section'))?.key ?? 'profile';
  return (
    <Box sx={{ maxWidth: 1040 }}>
      <PageHeader
        above={<BackButton />}
        title="Edit Account"
        purpose="Your name and contact details, how you sign in, and when you get emails."
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '220px minmax(0, 760px)' },
          alignItems: 'start',
          gap: { xs: 2.5, md: 5 },
        }}
      >
        <SectionLinks shown={shown} />
        <Suspense fallback={<RowsSkeleton />}>
          {shown === 'profile' && <ProfileTabs />}
          {shown === 'security' && <SecuritySection />}
          {shown === 'activity' && <OwnActivity />}
          {shown === 'emails' && (
            <Box component="section" aria-labelledby="mail-preferences">
              <Typography id="mail-preferences" variant="h2" sx={{ mb: 1.5 }}>
                Email settings
              </Typography>
              <MailPreferences />
            </Box>
          )}
          {shown === 'calendar' && (
            <Box component="section" aria-labelledby="calendar-feed">
              <Typography id="calendar-feed" variant="h2" sx={{ mb: 1.5 }}>
                Calendar feed
              </Typography>
              <CalendarFeed />
            </Box>
          )}
        </Suspense>
      </Box>
    </Box>
  );
}
