import type { DataRequest, Device } from '@/api/models';
import { deviceColumns } from './columns';
import { DuplicateWarnings } from './DuplicateWarnings';
import { EditableTable } from './EditableTable';

const columnsOf = ({ duplicates }: DataRequest) =>
  deviceColumns<Device>(
    ({ equipment_type }) => equipment_type.equipment_type,
    ({ device_id }) => <DuplicateWarnings duplicates={duplicates.devices} id={device_id} />,
  );

interface Props {
  request: DataRequest;
  /** Shows the edit buttons if the reader may edit the list. */
  editable?: boolean;
}

/** The devices that will hold the data (2 §2). */
export function DevicesTable({ request, editable = false }: Props) {
  return (
    <EditableTable
      request={request}
      label="List of devices"
      rows={request.list_of_devices}
      columns={columnsOf(request)}
      keyOf={({ device_id }) => device_id}
      nameOf={({ equipment_name }) => equipment_name}
      editable={editable}
      addLabel="Add device"
      edit={(row) => ({ kind: 'device', row })}
      remove={(row) => ({ kind: 'deleteDevice', row })}
    />
  );
}
