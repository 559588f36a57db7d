import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { CountCards } from '@/ui/CountCards';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { RevealWhenSettled } from '@/ui/RevealWhenSettled';
import { peopleQueries } from './queries';
import { useOrganisation } from './useOrganisation';
import { UserTable } from './UserTable';
import { NAMED, WaitingForAdmin } from './WaitingForAdmin';

/**
 * /admin/home: an Admin's pending tasks, counts, and the users of the organisation (3 §2.3).
 */
export default function AdminHomePage() {
  const session = useSession();
  const { orgId, name } = useOrganisation();
  const loaded = useQuery(peopleQueries.counts(orgId));
  const counts = loaded.data;
  const accounts = counts?.pending_activation ?? 0;
  const hasRequests = (counts?.role_requests ?? 0) > 0;
  const oldest = useQuery({
    ...peopleQueries.roleRequests({ orgId, search: '', sort: '', page: 1, pageSize: NAMED }),
    enabled: hasRequests,
  });
  return (
    <>
      <PageHeader
        title={`Welcome, ${session?.user.fname ?? ''}`}
        purpose={`You look after the users and roles of ${name}.`}
      />
      {loaded.error && !counts && (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
      )}
      {oldest.error && !oldest.data && (
        <LoadFailed error={oldest.error} onRetry={() => void oldest.refetch()} />
      )}
      {counts && (!hasRequests || oldest.data) && (
        <WaitingForAdmin
          oldest={oldest.data?.rows ?? []}
          requests={counts.role_requests}
          accounts={accounts}
        />
      )}
      <RevealWhenSettled above={hasRequests ? [loaded, oldest] : [loaded]}>
        <CountCards
          cards={[
            {
              title: 'Users',
              text: accounts > 0 ? `${accounts} to be activated` : 'of your organisation',
              to: paths.adminUsers,
              count: counts?.users,
              urgent: accounts > 0,
            },
            {
              title: 'Roles Requests',
              text: 'waiting for your decision',
              to: paths.adminRolesRequests,
              count: counts?.role_requests,
              urgent: true,
            },
            {
              title: 'Assigned Roles',
              text: 'active right now',
              to: paths.adminUserAssignedRoles,
              count: counts?.assigned_roles,
            },
            {
              title: 'No second factor',
              text: 'active users who sign in with a password only',
              count: counts?.without_second_factor,
            },
          ]}
        />
        <Typography variant="h2" sx={{ mb: 2 }}>
          Users of {name}
        </Typography>
        <UserTable orgId={orgId} />
      </RevealWhenSettled>
    </>
  );
}
