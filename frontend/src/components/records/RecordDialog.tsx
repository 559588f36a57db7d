import Box from '@mui/material/Box';
import type { ComponentProps, ReactNode } from 'react';
import { ConflictNotice } from '@/components/ConflictNotice';
import { DialogForm } from '@/components/DialogForm';
import { useInSight } from '@/components/useInSight';

interface Props {
  /** Of `useRecordDialog`. */
  form: {
    isNew: boolean;
    error: Error | null;
    dialog: { pending: boolean; refusal?: Error; onSubmit: () => void };
    conflict?: ComponentProps<typeof ConflictNotice>;
    onClose: () => void;
  };
  /** What is added or changed: "Topic". */
  noun: string;
  /** Where it is not "Add Topic" or "Edit Topic". */
  title?: string;
  /** Why something was refused, where that is more than the message. */
  refusal?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** The frame of a dialog that adds a record or changes one. */
export function RecordDialog({ form, noun, title, refusal, children }: Props) {
  const { isNew, dialog, conflict, onClose } = form;
  const place = useInSight<HTMLDivElement>(form.error);
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
