import { useRef, type ReactNode } from 'react';
import type { DataRequest } from '@/api/models';
import { DialogForm } from '@/ui/DialogForm';
import { useRecordForm, type FieldErrors, type RecordForm } from '@/ui/records/useRecordForm';
import { closeEdit, sectionOf, type EditTarget } from '@/lib/requestEdits';
import { EditRefusal } from './EditRefusal';
import { editName, useEdit, type EditContent } from './useEdit';

interface Sent {
  content: EditContent;
  resolve: boolean;
}

interface Props<Values extends object> {
  request: DataRequest;
  target: EditTarget;
  title: string;
  saveLabel?: string;
  alsoLabel?: string;
  width?: number | string;
  initial: Values;
  /** The file fields, which are never kept on the device. */
  files?: readonly (keyof Values & string)[];
  check?: (values: Values) => FieldErrors<Values>;
  /** Returns the content to send, for values without errors. */
  content: (values: Values) => EditContent;
  onClose?: () => void;
  children: (form: RecordForm<Values>) => ReactNode;
}

/**
 * The form of one section. It saves the edit, and on request marks the comment that required it as
 * resolved.
 */
export function EditForm<Values extends object>(props: Props<Values>) {
  const { request, target, title, initial, files, content, onClose = closeEdit, children } = props;
  const { saveLabel = 'Save', alsoLabel = 'Save and mark as resolved', width = 600 } = props;
  const { check = () => ({}) } = props;
  const edit = useEdit(request, target);
  const resolves = useRef(false);
  const form = useRecordForm<Values, Sent, string>({
    name: editName(request, target),
    initial,
    from: request.version,
    secrets: files,
    check,
    save: edit.call,
    inputOf: (values) => ({ content: content(values), resolve: resolves.current }),
  });
  const submit = (resolve: boolean) => {
    resolves.current = resolve;
    form.submit();
  };
  return (
    <DialogForm
      title={title}
      submitLabel={edit.answersComment ? alsoLabel : saveLabel}
      other={edit.answersComment ? { label: saveLabel, onSubmit: () => submit(false) } : undefined}
      pending={form.pending}
      onSubmit={() => submit(edit.answersComment)}
      onClose={onClose}
      width={width}
    >
      {children(form)}
      {(form.refusal ?? edit.newest) && (
        <EditRefusal edit={edit} section={sectionOf(target)} onUseSaved={onClose} />
      )}
    </DialogForm>
  );
}
