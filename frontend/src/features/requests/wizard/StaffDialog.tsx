import type { DraftStaff } from './draft';
import { RowDialog } from './RowDialog';
import {
  checkStaff,
  staffFiles,
  StaffFields,
  type StaffProps,
  type StaffValues,
} from './StaffFields';

interface Props<F> extends StaffProps<F> {
  member: DraftStaff;
  identification: F | null;
  isNew: boolean;
  onSave: (member: DraftStaff, identification: F | null) => void;
  onClose: () => void;
  /** The name under which the form's draft is kept. */
  draftName: string;
}

/** The dialog that adds or edits a member of staff of the draft (2 §5, "Staff dialog"). */
export function StaffDialog<F>(props: Props<F>) {
  const { member, identification, isNew, onSave, onClose, draftName, ...fields } = props;
  return (
    <RowDialog<StaffValues<F>>
      name={draftName}
      title={isNew ? 'Add a staff member' : 'Edit the staff member'}
      saveLabel={isNew ? 'Add staff member' : 'Save staff member'}
      initial={{ ...member, identification_file_path: identification }}
      files={staffFiles}
      check={(typed) => checkStaff(typed)}
      onSave={({ identification_file_path, ...typed }) => onSave(typed, identification_file_path)}
      onClose={onClose}
    >
      {(form) => <StaffFields form={form} {...fields} />}
    </RowDialog>
  );
}
