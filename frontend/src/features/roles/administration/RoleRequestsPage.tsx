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
        purpose={`Requested roles of ${name}. You confirm each decision with your password, and the person is notified.`}
      />
      <RoleRequestList orgId={orgId} />
    </Box>
  );
}
