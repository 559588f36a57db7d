import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/api/session';
import { paths } from '@/app/paths';
import { CountCards } from '@/ui/CountCards';
import { PageHeader } from '@/ui/PageHeader';
import { peopleQueries } from './queries';
import { useOrganisation } from './useOrganisation';
import { UserTable } from './UserTable';

/**
 * /admin/home: the counts of an Admin's pending tasks, and the users of the organisation (3 §2.3).
 */
export default function AdminHomePage() {
  const session = useSession();
  const { orgId, name } = useOrganisation();
  const counts = useQuery(peopleQueries.counts(orgId)).data;
  const waiting = counts?.pending_activation ?? 0;
  return (
    <>
      <PageHeader
        title={`Welcome, ${session?.user.fname ?? ''}`}
        purpose={`You look after the users and roles of ${name}.`}
      />
      <CountCards
        cards={[
          {
            title: 'Users',
            text: waiting > 0 ? `${waiting} to be activated` : 'of your organisation',
            to: paths.adminUsers,
            count: counts?.users,
            urgent: waiting > 0,
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
        ]}
      />
      <Typography variant="h2" sx={{ mb: 2 }}>
        Users of {name}
      </Typography>
      <UserTable orgId={orgId} />
    </>
  );
}
