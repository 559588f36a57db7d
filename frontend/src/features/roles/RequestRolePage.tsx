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
import { AvailableRoles } from './AvailableRoles';
import { MyRoles } from './MyRoles';
import { describeGranter } from '@/lib/describeGranter';

/** /orguser/requestRole: the roles that the user can request, and their own roles (1 §2.5). */
export default function RequestRolePage() {
  const user = useSession()?.user;
  const id = useId();
  if (!user) return null;
  return (
    <>
      <PageHeader
        title="Request Role"
        purpose={`Roles are granted by ${describeGranter(user)}, who is notified of your request. To submit a data request, you need the role Data Requester.`}
        action={
          <Button component={Link} to={paths.dataSource} variant="outlined">
            View the data dictionaries
          </Button>
        }
      />
      {user.pending_activation && (
        <Alert severity="info" sx={{ mb: 3 }}>
          Your account is waiting to be activated. It is also activated when you are granted your
          first role.
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Box component="section" aria-labelledby={`${id}-available`} sx={cardSx}>
          <Typography variant="h2" id={`${id}-available`} sx={{ mb: 1.5 }}>
            Available roles
          </Typography>
          <AvailableRoles user={user} labelledBy={`${id}-available`} />
        </Box>
        <Box component="section" aria-labelledby={`${id}-own`} sx={cardSx}>
          <Typography variant="h2" id={`${id}-own`} sx={{ mb: 1.5 }}>
            My roles
          </Typography>
          <MyRoles user={user} labelledBy={`${id}-own`} />
        </Box>
      </Box>
    </>
  );
}
