import Typography from '@mui/material/Typography';
import type { DataRequest, Device } from '@/api/models';
import { PagedTable } from '@/components/PagedTable';
import { deviceColumns, PAGE_SIZES } from './columns';

const columns = deviceColumns<Device>(({ equipment_type }) => equipment_type.equipment_type);

/** The devices that will hold the data (2 §2). */
export function DevicesTable({ request, dense }: { request: DataRequest; dense?: boolean }) {
  if (request.list_of_devices.length === 0) {
    return <Typography variant="body2">No information available</Typography>;
  }
  return (
    <PagedTable
      label="List of devices"
      rows={request.list_of_devices}
      columns={columns}
      keyOf={({ device_id }) => device_id}
      pageSizes={PAGE_SIZES}
      dense={dense}
    />
  );
}
