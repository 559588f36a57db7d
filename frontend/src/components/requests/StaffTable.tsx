import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DataRequest, StaffMember } from '@/api/models';
import { DocumentButton } from '@/components/DocumentButton';
import { PagedTable } from '@/components/PagedTable';
import { nameOf, PAGE_SIZES, staffColumns } from './columns';

const columns = staffColumns<StaffMember>((member) => (
  <>
    {member.identification_type}, {member.identification_number}
    {member.identification_file_path && (
      <Box sx={{ mt: 0.5 }}>
        <DocumentButton
          path={member.identification_file_path}
          title={`${member.identification_type} of ${nameOf(member)}`}
          label="Open"
        />
      </Box>
    )}
  </>
));

/** The staff who will see the data, each with the identification (2 §2). */
export function StaffTable({ request, dense }: { request: DataRequest; dense?: boolean }) {
  if (request.list_of_staff.length === 0) {
    return <Typography variant="body2">No information available</Typography>;
  }
  return (
    <PagedTable
      label="List of staff"
      rows={request.list_of_staff}
      columns={columns}
      keyOf={({ staff_shared_id }) => staff_shared_id}
      pageSizes={PAGE_SIZES}
      dense={dense}
    />
  );
}
