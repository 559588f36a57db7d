import type { ReactNode } from 'react';
import { useAct } from '@/api/useAct';
import { DialogForm } from '@/ui/DialogForm';
import { useRecordForm, type FieldErrors, type RecordForm } from '@/ui/records/useRecordForm';

interface Props<Values extends object> {
  /** Names the form on this device. */
  name: string;
  title: string;
  saveLabel: string;
  initial: Values;
  /** The file fields, which are never kept on the device. */
  files?: readonly (keyof Values & string)[];
  check: (values: Values) => FieldErrors<Values>;
  /** Puts the row into the draft. */
  onSave: (values: Values) => void;
  onClose: () => void;
  children: (form: RecordForm<Values>) => ReactNode;
}

/** Adds or edits a row of the draft. The wizard saves it with the draft. */
export function RowDialog<Values extends object>(props: Props<Values>) {
  const { name, title, saveLabel, initial, files, check, onSave, onClose, children } = props;
  // A mutation, because it ignores the second click of a double click.
  const save = useAct({ mutationFn: (values: Values) => Promise.resolve(onSave(values)) });
  const form = useRecordForm({
    name,
    initial,
    secrets: files,
    check,
    save,
    inputOf: (values: Values) => values,
  });
  return (
    <DialogForm
      title={title}
      submitLabel={saveLabel}
      {...form.dialog}
      onClose={onClose}
      width={600}
    >
      {children(form)}
    </DialogForm>
  );
}
