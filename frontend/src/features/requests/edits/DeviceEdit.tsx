import type { DataRequest, Device } from '@/api/models';
import { closeEdit } from '@/lib/requestEdits';
import { DeviceDialog } from '../wizard/DeviceDialog';
import type { DraftDevice } from '../wizard/draft';
import { EditRefusal } from './EditRefusal';
import { editName, useEdit } from './useEdit';

const draftOf = (device: Device | null): DraftDevice => ({
  local_id: String(device?.device_id ?? ''),
  equipment_name: device?.equipment_name ?? '',
  equipment_type: device?.equipment_type.equipment_type_id ?? null,
  serial_number: device?.serial_number ?? '',
  used_by: device?.used_by ?? '',
  organisation: device?.organisation ?? '',
  usage_from: device?.usage_from ?? '',
  usage_to: device?.usage_to ?? '',
});

const rowOf = (draft: DraftDevice) => ({
  equipment_name: draft.equipment_name,
  equipment_type: draft.equipment_type,
  serial_number: draft.serial_number,
  used_by: draft.used_by,
  organisation: draft.organisation,
  usage_from: draft.usage_from,
  usage_to: draft.usage_to,
});

interface Props {
  request: DataRequest;
  device: Device | null;
}

export function DeviceEdit({ request, device }: Props) {
  const target = { kind: 'device', row: device } as const;
  const edit = useEdit(request, target);
  const save = (draft: DraftDevice, resolve = false) =>
    edit.save({ kind: 'device', id: device?.device_id ?? null, row: rowOf(draft) }, resolve);
  return (
    <DeviceDialog
      device={draftOf(device)}
      isNew={device === null}
      others={request.list_of_devices.filter(({ device_id }) => device_id !== device?.device_id)}
      own={device?.equipment_type}
      neededOn={request.needed_on}
      onSave={(row) => save(row)}
      onResolve={edit.answersComment ? (row) => save(row, true) : undefined}
      draftName={editName(request, target)}
      version={request.version}
      onClose={closeEdit}
      pending={edit.pending}
      notice={<EditRefusal edit={edit} section="devices" onUseSaved={closeEdit} />}
    />
  );
}
