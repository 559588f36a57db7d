import Box from '@mui/material/Box';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallRefused } from '@/components/CallRefused';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { toast } from '@/lib/toast';

interface Props {
  /** What it is, in the middle of a sentence: "data source". */
  noun: string;
  /** Its name, as the list shows it. */
  name: string;
  /** Of `useRemove`. */
  remove: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  onClose: () => void;
  /** Why it was refused, where that is more than the message. */
  refusalOf?: (error: Error, tryAgain: () => void) => ReactNode;
  /** What becomes of it. */
  children: ReactNode;
}

/** Asks before a record is deleted, and says what refers to it where the server refuses (decisions, "Trash icons"). */
export function RemoveRecord(props: Props) {
  const { noun, name, remove, onClose, refusalOf, children } = props;
  const send = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast(`The ${noun} “${name}” is deleted.`, 'success');
        onClose();
      },
    });
  const refusal =
    remove.error &&
    (refusalOf?.(remove.error, send) ?? (
      <CallRefused severity="warning" error={remove.error} onRetry={send} />
    ));
  return (
    <ConfirmDialog
      open
      title={`Delete the ${noun} “${name}”?`}
      confirmLabel={`Delete this ${noun}`}
      colour="error"
      pending={remove.isPending}
      onCancel={onClose}
      onConfirm={send}
    >
      <Box sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
        <span>{children}</span>
        {refusal}
      </Box>
    </ConfirmDialog>
  );
}
