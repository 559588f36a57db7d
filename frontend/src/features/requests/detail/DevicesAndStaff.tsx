import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { DataRequest } from '@/api/models';
import { DataItem, DataList } from '@/components/DataList';
import { DocumentButton } from '@/components/DocumentButton';
import { formatDate } from '@/lib/dates';

/** The devices that will hold the data and the staff who will see it (2 §2). */
export function DevicesAndStaff({ request }: { request: DataRequest }) {
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Cards title="List of Devices">
        {request.list_of_devices.map((device) => (
          <Card key={device.device_id} title={device.equipment_name}>
            <DataItem name="Equipment type">{device.equipment_type.equipment_type}</DataItem>
            <DataItem name="Serial number">{device.serial_number}</DataItem>
            <DataItem name="Used by">{device.used_by}</DataItem>
            <DataItem name="Organisation">{device.organisation}</DataItem>
            <DataItem name="Usage">
              {formatDate(device.usage_from)} to {formatDate(device.usage_to)}
            </DataItem>
          </Card>
        ))}
      </Cards>
      <Cards title="List of Staff">
        {request.list_of_staff.map((member) => (
          <Card key={member.staff_shared_id} title={`${member.first_name} ${member.surname}`}>
            <DataItem name="Position">{member.position_in_organisation}</DataItem>
            <DataItem name="Email">{member.email}</DataItem>
            <DataItem name="Phone">{member.phone}</DataItem>
            <DataItem name={member.identification_type}>{member.identification_number}</DataItem>
            <DataItem name="Complies with the confidentiality protocol">
              {member.confidentiality_protocols ? 'Yes' : 'No'}
            </DataItem>
            {member.identification_file_path && (
              <DataItem name="Document">
                <DocumentButton
                  path={member.identification_file_path}
                  title={`${member.identification_type} of ${member.first_name} ${member.surname}`}
                />
              </DataItem>
            )}
          </Card>
        ))}
      </Cards>
    </Box>
  );
}

function Cards({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(420px, 100%), 1fr))',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      component="article"
      sx={{
        p: 2.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <DataList label={title}>{children}</DataList>
    </Box>
  );
}
