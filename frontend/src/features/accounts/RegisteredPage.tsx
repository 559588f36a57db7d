import MarkEmailReadOutlined from '@mui/icons-material/MarkEmailReadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link, Navigate } from 'react-router';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { AccountCard } from './AccountCard';
import { describeGranter } from '@/lib/describeGranter';

/**
 * /registeredSuccessfully: tells a new user that an administrator has to activate the account.
 * Offers to request a role meanwhile.
 */
export default function RegisteredPage() {
  const session = useSession();
  // The account is active already, so there is nothing to wait for.
  if (session && !session.user.pending_activation) return <Navigate to={paths.root} replace />;
  const user = session?.user;
  const who = user ? describeGranter(user) : 'the admin of your organisation';
  return (
    <AccountCard
      title="Your account is registered"
      purpose={`Nothing is left for you to do: ${who} will activate your account.`}
    >
      <Box sx={{ display: 'flex', gap: 2, mb: 3 }}>
        <MarkEmailReadOutlined sx={{ color: 'primary.main', fontSize: 32 }} aria-hidden />
        <Box>
          <Typography>
            {user?.tentative_organization
              ? `${user.tentative_organization} is not registered yet, so it has no admin. An administrator of the platform must activate your account.`
              : `The organisation admin must activate your account${user ? ` at ${user.org.name}` : ''}.`}{' '}
            You will be notified by email{user?.org_email ? ` at ${user.org_email}` : ''} when that
            is done.
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 1.5 }}>
            {session
              ? 'Until then, you can browse the data dictionary and request a role.'
              : 'Until then, you can sign in, browse the data dictionary and request a role.'}
          </Typography>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {session && (
          <Button variant="contained" component={Link} to={paths.requestRole}>
            Request a role
          </Button>
        )}
        <Button
          variant={session ? 'text' : 'contained'}
          component={Link}
          to={session ? paths.home : paths.login}
        >
          Back to Login Page
        </Button>
      </Box>
    </AccountCard>
  );
}
