import type { DataRequest, Device } from '@/api/models';
import { checkDevice, DeviceFields } from '../wizard/DeviceFields';
import type { DraftDevice } from '../wizard/draft';
import { EditForm } from './EditForm';

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
  return (
    <EditForm
      request={request}
      target={{ kind: 'device', row: device }}
      title={device ? 'Edit the device' : 'Add a device'}
      saveLabel={device ? 'Save device' : 'Add device'}
      initial={draftOf(device)}
      check={(draft) => checkDevice(draft, request.needed_on, device !== null)}
      content={(draft) => ({ kind: 'device', id: device?.device_id ?? null, row: rowOf(draft) })}
    >
      {(form) => (
        <DeviceFields
          form={form}
          others={request.list_of_devices.filter(
            ({ device_id }) => device_id !== device?.device_id,
          )}
          own={device?.equipment_type}
          neededOn={request.needed_on}
        />
      )}
    </EditForm>
  );
}
