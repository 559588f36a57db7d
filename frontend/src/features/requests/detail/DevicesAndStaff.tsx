import Box from '@mui/material/Box';
import type { DataRequest } from '@/api/models';
import { DevicesTable } from '@/shared/requests/DevicesTable';
import { StaffTable } from '@/shared/requests/StaffTable';
import { Section } from './Section';

/** Lists the devices that will hold the data and the staff who will see it (2 §2). */
export function DevicesAndStaff({ request }: { request: DataRequest }) {
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Section title="List of Devices" about="devices" inFrame={false}>
        <DevicesTable request={request} editable />
      </Section>
      <Section title="List of Staff" about="staff" inFrame={false}>
        <StaffTable request={request} editable />
      </Section>
    </Box>
  );
}
