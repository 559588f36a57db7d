import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DataRequest, StaffMember } from '@/api/models';
import { DocumentButton } from '@/components/DocumentButton';
import { PagedTable, type Column } from './PagedTable';

const nameOf = ({ first_name, surname }: StaffMember) => `${first_name} ${surname}`;

const columns: readonly Column<StaffMember>[] = [
  { name: 'Name', cell: nameOf },
  { name: 'Position', cell: ({ position_in_organisation }) => position_in_organisation },
  {
    name: 'Contact',
    cell: ({ email, phone }) => (
      <>
        {email}
        <br />
        {phone}
      </>
    ),
  },
  {
    name: 'Identification',
    cell: (member) => (
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
    ),
  },
  {
    name: 'Confidentiality',
    cell: ({ confidentiality_protocols }) =>
      confidentiality_protocols ? (
        'Yes'
      ) : (
        <Box component="strong" sx={{ color: 'warning.main' }}>
          No
        </Box>
      ),
  },
];

/** The people with whom the data is shared; who has not complied with the confidentiality protocol is named on top. */
export function StaffDetails({ request }: { request: DataRequest }) {
  if (request.list_of_staff.length === 0) {
    return <Typography variant="body2">No information available</Typography>;
  }
  const against = request.list_of_staff.filter((member) => !member.confidentiality_protocols);
  return (
    <>
      {against.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {against.map(nameOf).join(' and ')} {against.length === 1 ? 'has' : 'have'} not complied
          with the confidentiality protocol.
        </Alert>
      )}
      <PagedTable
        label="List of staff"
        rows={request.list_of_staff}
        columns={columns}
        keyOf={({ staff_shared_id }) => staff_shared_id}
        pageSizes={[5, 10, 25]}
      />
    </>
  );
}
