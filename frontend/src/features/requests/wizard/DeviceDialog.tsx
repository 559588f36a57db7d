import type { DraftDevice } from './draft';
import { checkDevice, DeviceFields, type OtherDevice } from './DeviceFields';
import { RowDialog } from './RowDialog';
import { withId, type WithdrawnChoice } from './withdrawn';

interface Props {
  device: DraftDevice;
  isNew: boolean;
  others: readonly OtherDevice[];
  withdrawn?: readonly WithdrawnChoice[];
  neededOn: string;
  onSave: (device: DraftDevice) => void;
  onClose: () => void;
  /** The name under which the form's draft is kept. */
  draftName: string;
}

/** The dialog that adds or edits a device of the draft (2 §5, "Device dialog"). */
export function DeviceDialog(props: Props) {
  const { device, isNew, others, withdrawn = [], neededOn, onSave, onClose, draftName } = props;
  return (
    <RowDialog
      name={draftName}
      title={isNew ? 'Add a device' : 'Edit the device'}
      saveLabel={isNew ? 'Add device' : 'Save device'}
      initial={device}
      check={(typed) => checkDevice(typed, neededOn)}
      onSave={onSave}
      onClose={onClose}
    >
      {(form) => (
        <DeviceFields
          form={form}
          others={others}
          withdrawn={withId(withdrawn, device.equipment_type)}
          neededOn={neededOn}
        />
      )}
    </RowDialog>
  );
}
