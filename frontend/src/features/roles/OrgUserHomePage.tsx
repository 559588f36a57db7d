import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link } from 'react-router';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { cardSx } from '@/ui/looks';
import { PageHeader } from '@/ui/PageHeader';
import { MyRoles } from './MyRoles';
import { describeGranter } from '@/lib/describeGranter';

/**
 * /orguser/home: the actions of a user without a role, and the status of the roles that they
 * requested.
 */
export default function OrgUserHomePage() {
  const user = useSession()?.user;
  const id = useId();
  if (!user) return null;
  return (
    <Box sx={{ maxWidth: 960 }}>
      <PageHeader
        title={`Welcome, ${user.fname}`}
        purpose={`You belong to ${user.tentative_organization || user.org.name}. Request a role to work with data requests. You can already browse the data dictionaries.`}
        action={
          <>
            <Button component={Link} to={paths.requestRole} variant="contained">
              Request Role
            </Button>
            <Button component={Link} to={paths.dataSource} variant="outlined">
              View the data dictionaries
            </Button>
          </>
        }
      />
      {user.pending_activation && (
        <Alert severity="info" sx={{ mb: 3 }}>
          Your account is waiting to be activated by {describeGranter(user)}. You will be notified
          by email.
        </Alert>
      )}
      <Box component="section" aria-labelledby={id} sx={cardSx}>
        <Typography variant="h2" id={id} sx={{ mb: 1.5 }}>
          My roles
        </Typography>
        <MyRoles user={user} labelledBy={id} />
      </Box>
    </Box>
  );
}
