import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { CallRefused } from '@/components/CallRefused';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { toast } from '@/lib/toast';
import { useRemove, type RecordKind } from './mutations';

interface Props {
  kind: RecordKind;
  id: number;
  /** The name of the record, as the list shows it. */
  name: string;
  onClose: () => void;
  /** What becomes of it. */
  children: ReactNode;
}

/** Deletes a record once it is confirmed; when something refers to it, the dialog says what (decisions, "Administration"). */
export function RemoveDialog({ kind, id, name, onClose, children }: Props) {
  const remove = useRemove(kind, id);
  const send = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast(`${name} has been deleted.`, 'success');
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}`}
      confirmLabel={`Delete this ${kind}`}
      colour="error"
      pending={remove.isPending}
      onCancel={onClose}
      onConfirm={send}
    >
      {children}
      {remove.error && (
        <Box sx={{ mt: 2 }}>
          <CallRefused severity="warning" error={remove.error} onRetry={send} />
        </Box>
      )}
    </ConfirmDialog>
  );
}
