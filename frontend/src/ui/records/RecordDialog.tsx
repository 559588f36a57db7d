import Box from '@mui/material/Box';
import type { ComponentProps, ReactNode } from 'react';
import { ConflictNotice } from '../ConflictNotice';
import { DialogForm } from '../DialogForm';
import { useScrollIntoView } from '../useScrollIntoView';

interface Props {
  /** The result of `useRecordDialog`. */
  form: {
    isNew: boolean;
    error: Error | null;
    dialog: { pending: boolean; refusal?: Error; onSubmit: () => void };
    conflict?: ComponentProps<typeof ConflictNotice>;
    onClose: () => void;
  };
  noun: string;
  /** Overrides "Add Topic" or "Edit Topic". */
  title?: string;
  /** Shown instead of the refusal's message. */
  refusal?: ReactNode;
  children: ReactNode;
}

/** The frame of a dialog that adds or edits a record. */
export function RecordDialog({ form, noun, title, refusal, children }: Props) {
  const { isNew, dialog, conflict, onClose } = form;
  const place = useScrollIntoView<HTMLDivElement>(form.error);
  return (
    <DialogForm
      title={title ?? `${isNew ? 'Add' : 'Edit'} ${noun}`}
      submitLabel={`${isNew ? 'Add' : 'Save'} ${noun}`}
      {...dialog}
      refusal={refusal === undefined ? dialog.refusal : undefined}
      onClose={onClose}
    >
      {children}
      {refusal !== undefined && (
        <Box ref={place} sx={{ '&:empty': { display: 'none' } }}>
          {refusal}
        </Box>
      )}
      {conflict && <ConflictNotice {...conflict} />}
    </DialogForm>
  );
}
