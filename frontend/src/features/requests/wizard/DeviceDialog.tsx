import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { DateField } from '@/ui/DateField';
import type { Device } from '@/api/models';
import { useFormDraft } from '@/ui/formDraft';
import { LoadFailed } from '@/ui/LoadFailed';
import { duplicatesOfDevice } from '@/lib/duplicates';
import { referenceQueries } from '../queries';
import { DuplicateNote } from './DuplicateNote';
import type { DraftDevice } from './draft';
import { Pair, TextAnswer } from './fields';
import { FormDialog } from './FormDialog';
import { deviceFaults, firstUsageTo } from './validation';
import { marked, withId, type WithdrawnChoice } from './withdrawn';

type EquipmentType = Device['equipment_type'];

interface Props {
  device: DraftDevice;
  isNew: boolean;
  /** The other rows, for the note about duplicates. */
  others: readonly { equipment_name: string; serial_number: string }[];
  /** The type of a stored device. The device may keep it even if it is no longer offered. */
  own?: EquipmentType;
  withdrawn?: readonly WithdrawnChoice[];
  /** The day the data is needed. No device is used earlier. */
  neededOn: string;
  onSave: (device: DraftDevice) => void;
  /** Saves the device and marks the comment that required the change as resolved. */
  onResolve?: (device: DraftDevice) => void;
  onClose: () => void;
  /**
   * The name under which the form's draft is kept, and the version of the submitted request on
   * which the draft is based.
   */
  draftName: string;
  version?: number;
  pending?: boolean;
  notice?: ReactNode;
}

const idOf = (field: string) => `device-${field}`;

/** The dialog that adds or edits a device (2 §5, "Device dialog"). */
export function DeviceDialog(props: Props) {
  const {
    device: initial,
    isNew,
    neededOn,
    onSave,
    onResolve,
    onClose,
    pending,
    notice,
    draftName,
    version,
  } = props;
  const [device, setDevice] = useFormDraft(draftName, initial, { from: version });
  const types = useQuery(referenceQueries.equipmentTypes());
  const offered = types.data ?? [];
  const { own } = props;
  const isOffered = (id: number) =>
    offered.some(({ equipment_type_id }) => equipment_type_id === id);
  const gone = withId(props.withdrawn ?? [], initial.equipment_type);
  const kept = own ?? (gone && { equipment_type_id: gone.id!, equipment_type: marked(gone.name) });
  const choices = kept && !isOffered(kept.equipment_type_id) ? [kept, ...offered] : offered;
  const set = (changes: Partial<DraftDevice>) => setDevice({ ...device, ...changes });
  const isChoice = choices.some(
    ({ equipment_type_id }) => equipment_type_id === device.equipment_type,
  );
  return (
    <FormDialog
      title={isNew ? 'Add a device' : 'Edit the device'}
      saveLabel={isNew ? 'Add device' : 'Save device'}
      onClose={onClose}
      faults={deviceFaults(device, neededOn, own !== undefined)}
      onSave={() => onSave(device)}
      also={onResolve && { label: 'Save and mark as resolved', onSave: () => onResolve(device) }}
      pending={pending}
      notice={notice}
      idOf={idOf}
    >
      {(faultOf) => {
        const text = (field: 'equipment_name' | 'serial_number' | 'used_by' | 'organisation') => ({
          id: idOf(field),
          value: device[field],
          onChange: (value: string) => set({ [field]: value }),
          error: faultOf(field),
        });
        return (
          <>
            {types.error && <LoadFailed error={types.error} onRetry={() => void types.refetch()} />}
            <Pair>
              <TextAnswer label="Equipment Name" autoFocus {...text('equipment_name')} />
              <TextField
                select
                required
                id={idOf('equipment_type')}
                label="Equipment Type"
                value={isChoice ? device.equipment_type : ''}
                onChange={({ target }) => set({ equipment_type: Number(target.value) })}
                disabled={!types.data}
                error={Boolean(faultOf('equipment_type'))}
                helperText={
                  faultOf('equipment_type') ??
                  (device.equipment_type === gone?.id ? gone?.message : undefined)
                }
              >
                {choices.map(({ equipment_type_id, equipment_type }) => (
                  <MenuItem key={equipment_type_id} value={equipment_type_id}>
                    {equipment_type}
                  </MenuItem>
                ))}
              </TextField>
            </Pair>
            <TextAnswer label="Serial Number" {...text('serial_number')} />
            <DuplicateNote warnings={duplicatesOfDevice(device.serial_number, props.others)} />
            <Pair>
              <TextAnswer label="Used By" {...text('used_by')} hint="Person who uses the device." />
              <TextAnswer
                label="Organisation"
                {...text('organisation')}
                hint="Owner of the device."
              />
            </Pair>
            <Pair>
              <DateField
                id={idOf('usage_from')}
                label="Usage From"
                required
                value={device.usage_from}
                onChange={(usage_from) => set({ usage_from })}
                min={neededOn}
                error={faultOf('usage_from')}
                hint="On or after the date needed."
              />
              <DateField
                id={idOf('usage_to')}
                label="Usage To"
                required
                value={device.usage_to}
                onChange={(usage_to) => set({ usage_to })}
                min={device.usage_from && firstUsageTo(device.usage_from)}
                disabled={!device.usage_from}
                error={faultOf('usage_to')}
                hint="At least 3 days after Usage From."
              />
            </Pair>
          </>
        );
      }}
    </FormDialog>
  );
}
