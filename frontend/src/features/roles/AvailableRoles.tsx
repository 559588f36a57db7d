import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { User } from '@/api/models';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PlainList } from '@/ui/PlainList';
import { RowsSkeleton } from '@/ui/Skeletons';
import { sortRolesForChoice } from '@/lib/roleChoice';
import { roleQueries } from './queries';
import { useRequestRole } from './useRequestRole';

/** Lists the roles of the user's organisation that they can request (1 §5.6). */
export function AvailableRoles({ user, labelledBy }: { user: User; labelledBy: string }) {
  const { data: roles, error, refetch } = useQuery(roleQueries.available(user.org.org_id));
  const request = useRequestRole(user.user_id);
  if (error && !roles) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!roles) return <RowsSkeleton count={4} />;
  if (roles.length === 0) {
    return (
      <EmptyState
        message="No roles found for your Organisation"
        hint={<NoRolesReason user={user} />}
      />
    );
  }
  return (
    <PlainList aria-labelledby={labelledBy}>
      {sortRolesForChoice(roles).map(({ org_role_id, role_name, role_description }) => {
        const pending = request.isPending && request.variables === org_role_id;
        return (
          <Box
            component="li"
            key={org_role_id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 2,
              rowGap: 1,
              py: 1.5,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
              <Typography variant="h4" component="h3">
                {role_name}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {role_description}
              </Typography>
            </Box>
            <Button
              variant="outlined"
              aria-label={`Request the role ${role_name}`}
              loading={pending}
              disabled={request.isPending}
              onClick={() => request.mutate(org_role_id)}
            >
              Request
            </Button>
          </Box>
        );
      })}
    </PlainList>
  );
}

/**
 * Explains an empty list: either the organisation offers no roles, or the user already has all of
 * them.
 */
function NoRolesReason({ user: { org, tentative_organization } }: { user: User }) {
  const { data: offered } = useQuery(roleQueries.offered(org.org_id));
  if (!offered) return null;
  // People of unregistered organisations share one placeholder organisation, so its name is not
  // shown.
  if (tentative_organization && offered.length > 0)
    return `You hold or have requested every role that is offered while ${tentative_organization} is not registered.`;
  return offered.length === 0
    ? `${org.name} offers no roles right now. A Super User decides which roles it offers.`
    : `You hold or have requested every role that ${org.name} offers.`;
}
