import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '@/api/models';
import { DateField } from '@/ui/DateField';
import { fieldHelp } from '@/ui/fieldHelp';
import { LoadFailed } from '@/ui/LoadFailed';
import type { FieldErrors, RecordForm } from '@/ui/records/useRecordForm';
import { duplicatesOfDevice } from '@/lib/duplicates';
import { referenceQueries } from '../queries';
import type { DraftDevice } from './draft';
import { DuplicateNote } from './DuplicateNote';
import { Pair, TextAnswer } from './fields';
import { deviceFaults, errorsByField, firstUsageTo } from './validation';
import { marked, type WithdrawnChoice } from './withdrawn';

export type OtherDevice = Pick<DraftDevice, 'equipment_name' | 'serial_number'>;

/** Returns the validation errors of a device. `isStored` is true for one of a submitted request. */
export const checkDevice = (
  device: DraftDevice,
  neededOn: string,
  isStored = false,
): FieldErrors<DraftDevice> => errorsByField(deviceFaults(device, neededOn, isStored));

interface Props {
  form: RecordForm<DraftDevice>;
  /** The other rows, for the note about duplicates. */
  others: readonly OtherDevice[];
  /** The type of a stored device. The device may keep it even if it is no longer offered. */
  own?: Device['equipment_type'];
  /** The type of the draft's device if it is no longer offered. */
  withdrawn?: WithdrawnChoice;
  /** The day the data is needed. No device is used earlier. */
  neededOn: string;
}

/** The fields of a device. */
export function DeviceFields({ form, others, own, withdrawn, neededOn }: Props) {
  const { values, set, field, idOf, errorOf } = form;
  const types = useQuery(referenceQueries.equipmentTypes());
  const offered = types.data ?? [];
  const isIn = (list: typeof offered, id: number | null) =>
    list.some(({ equipment_type_id }) => equipment_type_id === id);
  const kept =
    own ??
    (withdrawn && { equipment_type_id: withdrawn.id!, equipment_type: marked(withdrawn.name) });
  const choices = kept && !isIn(offered, kept.equipment_type_id) ? [kept, ...offered] : offered;
  return (
    <>
      {types.error && <LoadFailed error={types.error} onRetry={() => void types.refetch()} />}
      <Pair>
        <TextAnswer label="Equipment Name" autoFocus {...field('equipment_name')} />
        <TextField
          select
          required
          id={idOf('equipment_type')}
          label="Equipment Type"
          value={isIn(choices, values.equipment_type) ? values.equipment_type : ''}
          onChange={({ target }) => set('equipment_type', Number(target.value))}
          disabled={!types.data}
          error={errorOf('equipment_type') !== undefined}
          helperText={fieldHelp(
            errorOf('equipment_type'),
            values.equipment_type === withdrawn?.id ? withdrawn?.message : undefined,
          )}
        >
          {choices.map(({ equipment_type_id, equipment_type }) => (
            <MenuItem key={equipment_type_id} value={equipment_type_id}>
              {equipment_type}
            </MenuItem>
          ))}
        </TextField>
      </Pair>
      <TextAnswer label="Serial Number" {...field('serial_number')} />
      <DuplicateNote warnings={duplicatesOfDevice(values.serial_number, others)} />
      <Pair>
        <TextAnswer label="Used By" {...field('used_by')} hint="Person who uses the device." />
        <TextAnswer label="Organisation" {...field('organisation')} hint="Owner of the device." />
      </Pair>
      <Pair>
        <DateField
          {...field('usage_from')}
          label="Usage From"
          required
          min={neededOn}
          hint="On or after the date needed."
        />
        <DateField
          {...field('usage_to')}
          label="Usage To"
          required
          min={values.usage_from && firstUsageTo(values.usage_from)}
          disabled={!values.usage_from}
          hint="At least 3 days after Usage From."
        />
      </Pair>
    </>
  );
}
