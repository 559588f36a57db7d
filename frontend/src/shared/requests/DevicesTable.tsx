import Typography from '@mui/material/Typography';
import type { DataRequest, Device } from '@/api/models';
import { PagedTable } from '@/ui/PagedTable';
import { mayEdit } from '@/lib/requestEdits';
import { deviceColumns, PAGE_SIZES } from './columns';
import { DuplicateWarnings } from './DuplicateWarnings';
import { AddRow, RowEdits } from './EditableRows';

const columnsOf = ({ duplicates }: DataRequest) =>
  deviceColumns<Device>(
    ({ equipment_type }) => equipment_type.equipment_type,
    ({ device_id }) => <DuplicateWarnings duplicates={duplicates.devices} id={device_id} />,
  );

interface Props {
  request: DataRequest;
  dense?: boolean;
  /** Shows the edit buttons if the reader may edit the list. */
  editable?: boolean;
}

/** The devices that will hold the data (2 §2). */
export function DevicesTable({ request, dense, editable = false }: Props) {
  const { list_of_devices: devices } = request;
  const withActions = editable && mayEdit(request, 'devices');
  return (
    <>
      {devices.length === 0 ? (
        <Typography variant="body2">No information available</Typography>
      ) : (
        <PagedTable
          label="List of devices"
          rows={devices}
          columns={columnsOf(request)}
          keyOf={({ device_id }) => device_id}
          pageSizes={PAGE_SIZES}
          dense={dense}
          actions={
            withActions
              ? (row) => (
                  <RowEdits
                    request={request}
                    name={row.equipment_name}
                    edit={{ kind: 'device', row }}
                    remove={{ kind: 'deleteDevice', row }}
                  />
                )
              : undefined
          }
        />
      )}
      {editable && (
        <AddRow request={request} label="Add device" target={{ kind: 'device', row: null }} />
      )}
    </>
  );
}
