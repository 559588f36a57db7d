import MarkEmailReadOutlined from '@mui/icons-material/MarkEmailReadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link, Navigate } from 'react-router';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { AccountCard } from './AccountCard';
import { useSignOut } from './sessionActions';

/** /registeredSuccessfully: who registered waits for the administrator, and can ask for a role meanwhile. */
export default function RegisteredPage() {
  const session = useSession();
  const signOut = useSignOut({ to: paths.login, keepPicks: true });
  // Activated meanwhile, or never pending: there is nothing to wait for.
  if (session && !session.user.pending_activation) return <Navigate to={paths.root} replace />;
  const organisation = session?.user.tentative_organization ?? session?.user.org.name;
  return (
    <AccountCard
      title="Your account is registered"
      purpose="One step is left, and it is not yours: the admin of your organisation activates your account."
    >
      <Box sx={{ display: 'flex', gap: 2, mb: 3 }}>
        <MarkEmailReadOutlined sx={{ color: 'primary.main', fontSize: 32 }} aria-hidden />
        <Box>
          <Typography>
            The organisation admin must activate your account
            {organisation ? ` at ${organisation}` : ''}. You are notified by e-mail
            {session?.user.org_email ? ` at ${session.user.org_email}` : ''} as soon as that is
            done.
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 1.5 }}>
            {session
              ? 'Until then you can browse the data dictionary and say which role you need.'
              : 'Until then you can sign in, browse the data dictionary and say which role you need.'}
          </Typography>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {session && (
          <Button variant="contained" component={Link} to={paths.requestRole}>
            Request a role
          </Button>
        )}
        {session ? (
          <Button loading={signOut.isPending} onClick={() => signOut.mutate()}>
            Back to Login Page
          </Button>
        ) : (
          <Button variant="contained" component={Link} to={paths.login}>
            Back to Login Page
          </Button>
        )}
      </Box>
    </AccountCard>
  );
}
