import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DataRequest, Device, StaffMember } from '@/api/models';
import { DocumentButton } from '@/components/DocumentButton';
import { PagedTable, type Column } from '@/components/PagedTable';
import { formatDate } from '@/lib/dates';
import { Section } from './Section';

const PAGE_SIZES = [5, 10, 25] as const;
const nameOf = ({ first_name, surname }: StaffMember) => `${first_name} ${surname}`;

const deviceColumns: readonly Column<Device>[] = [
  { name: 'Equipment', cell: ({ equipment_name }) => equipment_name },
  { name: 'Type', cell: ({ equipment_type }) => equipment_type.equipment_type },
  { name: 'Serial number', cell: ({ serial_number }) => serial_number },
  { name: 'Used by', cell: ({ used_by }) => used_by },
  { name: 'Organisation', cell: ({ organisation }) => organisation },
  {
    name: 'Usage',
    cell: ({ usage_from, usage_to }) => `${formatDate(usage_from)} to ${formatDate(usage_to)}`,
  },
];

const staffColumns: readonly Column<StaffMember>[] = [
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
    cell: ({ confidentiality_protocols }) => (confidentiality_protocols ? 'Yes' : 'No'),
  },
];

/** The devices that will hold the data and the staff who will see it (2 §2). */
export function DevicesAndStaff({ request }: { request: DataRequest }) {
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section title="List of Devices" about="devices" framed={false}>
        {request.list_of_devices.length === 0 ? (
          <Typography variant="body2">No information available</Typography>
        ) : (
          <PagedTable
            label="Devices"
            rows={request.list_of_devices}
            columns={deviceColumns}
            keyOf={({ device_id }) => device_id}
            pageSizes={PAGE_SIZES}
          />
        )}
      </Section>
      <Section title="List of Staff" about="staff" framed={false}>
        {request.list_of_staff.length === 0 ? (
          <Typography variant="body2">No information available</Typography>
        ) : (
          <PagedTable
            label="Staff"
            rows={request.list_of_staff}
            columns={staffColumns}
            keyOf={({ staff_shared_id }) => staff_shared_id}
            pageSizes={PAGE_SIZES}
          />
        )}
      </Section>
    </Box>
  );
}
