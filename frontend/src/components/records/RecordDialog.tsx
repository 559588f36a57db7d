import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { DialogForm } from '@/components/DialogForm';
import { StaleNotice } from '@/components/StaleNotice';
import { useInSight } from '@/components/useInSight';
import type { RecordFrame } from './useRecordDialog';

interface Props<Row> {
  /** Of `useRecordDialog`. */
  frame: RecordFrame<Row>;
  /** What is added or changed: "Topic". */
  noun: string;
  /** Where it is not "Add Topic" or "Edit Topic". */
  title?: string;
  /** Names and values of what the dialog edits, as a person reads them. */
  describe: (record: Row) => readonly (readonly [name: string, value: string])[];
  /** Why something was refused, where that is more than the message. */
  refusal?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** The frame of a dialog that adds a record or changes one. */
export function RecordDialog<Row>(props: Props<Row>) {
  const { frame, noun, title, describe, refusal, children } = props;
  const { isNew, opened, stored, pending, submit, takeOver, onClose } = frame;
  const place = useInSight<HTMLDivElement>(frame.error);
  return (
    <DialogForm
      title={title ?? `${isNew ? 'Add' : 'Edit'} ${noun}`}
      submitLabel={`${isNew ? 'Add' : 'Save'} ${noun}`}
      pending={pending}
      refusal={refusal === undefined ? frame.refusal : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      {refusal !== undefined && (
        <Box ref={place} sx={{ '&:empty': { display: 'none' } }}>
          {refusal}
        </Box>
      )}
      <StaleNotice stored={stored} read={opened} describe={describe} onTakeOver={takeOver} />
    </DialogForm>
  );
}
