import Typography from '@mui/material/Typography';
import type { DataRequest, Device } from '@/api/models';
import { formatDate } from '@/lib/dates';
import { PagedTable, type Column } from './PagedTable';

const columns: readonly Column<Device>[] = [
  { name: 'Equipment', cell: ({ equipment_name }) => equipment_name },
  { name: 'Type', cell: ({ equipment_type }) => equipment_type.equipment_type },
  { name: 'Serial number', cell: ({ serial_number }) => serial_number },
  { name: 'Used by', cell: ({ used_by }) => used_by },
  { name: 'Organisation', cell: ({ organisation }) => organisation },
  { name: 'Usage from', cell: ({ usage_from }) => formatDate(usage_from) },
  { name: 'Usage to', cell: ({ usage_to }) => formatDate(usage_to) },
];

/** The devices that will handle the data. */
export function DevicesDetails({ request }: { request: DataRequest }) {
  if (request.list_of_devices.length === 0) {
    return <Typography variant="body2">No information available</Typography>;
  }
  return (
    <PagedTable
      label="List of devices"
      rows={request.list_of_devices}
      columns={columns}
      keyOf={({ device_id }) => device_id}
      pageSizes={[5, 10, 25]}
    />
  );
}
