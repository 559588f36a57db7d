import { PageHeader } from '@/ui/PageHeader';
import { useOrganisation } from './useOrganisation';
import { UserTable } from './UserTable';

/** /admin/users: the users of the organisation (3 §2.3). */
export default function UsersPage() {
  const { orgId, name } = useOrganisation();
  return (
    <>
      <PageHeader
        title="Users"
        purpose={`The people of ${name}. Activate who has registered, and disable who has left.`}
      />
      <UserTable orgId={orgId} />
    </>
  );
}
