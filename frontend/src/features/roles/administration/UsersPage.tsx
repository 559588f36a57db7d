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
        purpose={`The users of ${name}. Activate new users, and disable those who have left.`}
      />
      <UserTable orgId={orgId} />
    </>
  );
}
