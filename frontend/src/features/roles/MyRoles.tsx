import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { HeldRole, User } from '@/api/models';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PlainList } from '@/ui/PlainList';
import { RoleHistory } from '@/shared/roles/RoleHistory';
import { RoleStatusChip } from '@/shared/roles/RoleStatusChip';
import { RowsSkeleton } from '@/ui/Skeletons';
import { roleQueries } from './queries';

/** Lists the roles that the user holds or has requested, each with its history (1 §2.5). */
export function MyRoles({ user, labelledBy }: { user: User; labelledBy: string }) {
  const { data: roles, error, refetch } = useQuery(roleQueries.own(user.user_id));
  if (error && !roles) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!roles) return <RowsSkeleton count={3} />;
  if (roles.length === 0) {
    return (
      <EmptyState
        message="You have not requested any roles"
        hint="Request the role you need. Its status appears here."
      />
    );
  }
  return (
    <PlainList aria-labelledby={labelledBy}>
      {roles.map((role) => (
        <MyRole key={role.assigned_role_id} role={role} />
      ))}
    </PlainList>
  );
}

function MyRole({ role }: { role: HeldRole }) {
  const [latest] = role.latest_role_status;
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'start',
          gap: 1,
          mb: 1,
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h4" component="h3">
            {role.role}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {role.organisation}
          </Typography>
          {!role.offered && latest && ['Pending', 'Activated'].includes(latest.status) && (
            <Typography variant="body2" color="warning">
              {role.organisation} does not offer this role right now, so you cannot use it.
            </Typography>
          )}
        </Box>
        {latest && <RoleStatusChip status={latest.status} />}
      </Box>
      <Box component="details">
        <Typography
          component="summary"
          variant="body2"
          sx={{ cursor: 'pointer', color: 'primary.main', fontWeight: 600, mb: 1 }}
        >
          History of {role.role}
        </Typography>
        <RoleHistory lines={role.latest_role_status} label={`History of ${role.role}`} />
      </Box>
    </Box>
  );
}
