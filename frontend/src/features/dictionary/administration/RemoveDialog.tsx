import type { ReactNode } from 'react';
import { RemoveRecord } from '@/ui/records/RemoveRecord';
import { useRemoveRecord, type RecordKind } from './mutations';

interface Props {
  kind: RecordKind;
  id: number;
  name: string;
  onClose: () => void;
  /** Explains the consequences of deleting the record. */
  children: ReactNode;
}

export function RemoveDialog({ kind, id, name, onClose, children }: Props) {
  const remove = useRemoveRecord(kind, id);
  return (
    <RemoveRecord noun={kind} name={name} remove={remove} onClose={onClose}>
      {children}
    </RemoveRecord>
  );
}
