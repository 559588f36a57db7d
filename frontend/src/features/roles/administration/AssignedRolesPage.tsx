import Button from '@mui/material/Button';
import { useState } from 'react';
import { paths } from '@/app/paths';
import { PageHeader } from '@/ui/PageHeader';
import { lazyDialog } from '@/lib/lazyPart';
import { AssignedRoleTable } from './AssignedRoleTable';
import { useOrganisation } from './useOrganisation';

const AssignRoleDialog = lazyDialog(() => import('./AssignRoleDialog'), 'AssignRoleDialog');

/** /admin/user_assigned_roles: the assigned roles of the organisation's users (3 §2.3). */
export default function AssignedRolesPage() {
  const { orgId, name } = useOrganisation();
  const [assigning, setAssigning] = useState(false);
  return (
    <>
      <PageHeader
        title={`User Assigned Roles - ${name}`}
        purpose="The current, past and requested roles of the users of your organisation, with their history."
        action={
          <Button variant="contained" onClick={() => setAssigning(true)}>
            Assign Role
          </Button>
        }
      />
      <AssignedRoleTable orgId={orgId} requestsPath={paths.adminRolesRequests} />
      {assigning && <AssignRoleDialog orgId={orgId} onClose={() => setAssigning(false)} />}
    </>
  );
}
