import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { messageOf } from '@/api/errors';
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
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}`}
      confirmLabel={`Delete this ${kind}`}
      colour="error"
      pending={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast(`${name} has been deleted.`, 'success');
            onClose();
          },
        })
      }
    >
      {children}
      {remove.error && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {messageOf(remove.error)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
