import Box from '@mui/material/Box';
import { PageHeader } from '@/ui/PageHeader';
import { RoleRequestList } from './RoleRequestList';
import { useOrganisation } from './useOrganisation';

/** /admin/rolesrequests: the requested roles of the organisation's users (3 §2.3). */
export default function RoleRequestsPage() {
  const { orgId, name } = useOrganisation();
  return (
    <Box sx={{ maxWidth: 1080 }}>
      <PageHeader
        title="Roles Requests"
        purpose={`Roles of ${name} that were asked for. Each decision takes your password, and the person is told.`}
      />
      <RoleRequestList orgId={orgId} />
    </Box>
  );
}
