import type { ReactNode } from 'react';
import type { DataRequest } from '@/api/models';
import { closeEdit, sectionOf, type EditTarget } from '@/lib/requestEdits';
import type { Fault } from '../wizard/faults';
import { FormDialog } from '../wizard/FormDialog';
import { ChangedMeanwhile } from './ChangedMeanwhile';
import { useEdit, type EditContent } from './useEdit';

export const fieldId = (field: string) => `edit-${field}`;

interface Props {
  request: DataRequest;
  target: EditTarget;
  title: string;
  saveLabel?: string;
  alsoLabel?: string;
  width?: string;
  /** What to do after somebody else was faster, where nothing was typed. */
  again?: string;
  faults: readonly Fault[];
  /** What is sent. Nothing is wrong with it. */
  content: () => EditContent;
  onClose?: () => void;
  children: (faultOf: (field: string) => string | undefined) => ReactNode;
}

/** The form of one section: it saves, or saves and marks the comment that asked for it as resolved. */
export function EditForm(props: Props) {
  const { request, target, title, faults, content, onClose = closeEdit, children } = props;
  const { saveLabel = 'Save', alsoLabel = 'Save and mark as resolved', width, again } = props;
  const edit = useEdit(request, target);
  return (
    <FormDialog
      title={title}
      saveLabel={saveLabel}
      width={width}
      onClose={onClose}
      faults={faults}
      onSave={() => edit.save(content())}
      also={
        edit.answersComment
          ? { label: alsoLabel, onSave: () => edit.save(content(), true) }
          : undefined
      }
      pending={edit.pending}
      notice={
        <ChangedMeanwhile
          before={edit.before}
          newest={edit.newest}
          section={sectionOf(target)}
          error={edit.error}
          again={again}
        />
      }
      idOf={fieldId}
    >
      {children}
    </FormDialog>
  );
}
