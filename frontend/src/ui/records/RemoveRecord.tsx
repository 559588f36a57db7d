import Box from '@mui/material/Box';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallErrorAlert } from '../CallErrorAlert';
import { ConfirmDialog } from '../ConfirmDialog';
import { toast } from '@/lib/toast';

interface Props {
  /** The kind of record, as in the middle of a sentence: "data source". */
  noun: string;
  /** The record's name, as in the list. */
  name: string;
  remove: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  onClose: () => void;
  /** Renders an error, if more than its message is needed. */
  refusalOf?: (error: Error, tryAgain: () => void) => ReactNode;
  children: ReactNode;
}

/**
 * Asks for confirmation before a record is deleted. If the server refuses, shows what refers to the
 * record (decisions, "Deletion").
 */
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
      <CallErrorAlert severity="warning" error={remove.error} onRetry={send} />
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
