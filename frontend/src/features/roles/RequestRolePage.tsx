import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { EmptyState } from '@/components/EmptyState';
import { PageHeader } from '@/components/PageHeader';

/** Where somebody without a role arrives: which roles they hold, and who gives them one (1 §2.5). */
export default function RequestRolePage() {
  const session = useSession();
  if (!session) return null;
  const { assigned_roles: roles, org } = session.user;
  return (
    <Box sx={{ maxWidth: 760, mx: 'auto' }}>
      <PageHeader
        title="Request Role"
        purpose={`Roles are given by the admin of ${org.name}. To submit a data request you need the role Data Requester.`}
        action={
          <Button component={Link} to={paths.dataSource} variant="contained">
            View the data dictionaries
          </Button>
        }
      />
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        My roles
      </Typography>
      {roles.length === 0 ? (
        <EmptyState
          message="You have not requested any roles"
          hint={`Ask the admin of ${org.name} for the role you need. It shows here as soon as it is given.`}
        />
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {roles.map((role) => (
            <Box
              component="li"
              key={role.assigned_role_id}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                justifyContent: 'space-between',
                gap: 1,
                py: 1.5,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Typography sx={{ fontWeight: 600 }}>
                {role.role}
                <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
                  {role.organisation}
                </Typography>
              </Typography>
              <Typography variant="body2">{role.latest_role_status[0]?.status}</Typography>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  );
}
