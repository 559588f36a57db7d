import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { toast } from '@/lib/toast';
import { useDelete, type Deletable } from './mutations';
import { Refusal } from './Refusal';

interface Props {
  kind: Deletable;
  id: number;
  /** What it is, in the middle of a sentence: "stage". */
  noun: string;
  /** Its name. */
  name: string;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before a record is deleted, and says what refers to it where the server refuses. */
export function DeleteDialog({ kind, id, noun, name, onClose, children }: Props) {
  const remove = useDelete(kind);
  const send = () =>
    remove.mutate(id, {
      onSuccess: () => {
        toast(`The ${noun} “${name}” is deleted.`, 'success');
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      title={`Delete the ${noun} “${name}”?`}
      confirmLabel={`Delete this ${noun}`}
      colour="error"
      pending={remove.isPending}
      onConfirm={send}
      onCancel={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
        <span>{children ?? 'Requests that were submitted before are not affected.'}</span>
        <Refusal error={remove.error} onRetry={send} />
      </Box>
    </ConfirmDialog>
  );
}
