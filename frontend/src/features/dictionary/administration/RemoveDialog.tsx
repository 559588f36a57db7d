import type { ReactNode } from 'react';
import { RemoveRecord } from '@/components/records/RemoveRecord';
import { useRemoveRecord, type RecordKind } from './mutations';

interface Props {
  kind: RecordKind;
  id: number;
  /** The name of the record, as the list shows it. */
  name: string;
  onClose: () => void;
  /** Explains the consequences of deleting the record. */
  children: ReactNode;
}

/** Deletes a record of the dictionary after confirmation. */
export function RemoveDialog({ kind, id, name, onClose, children }: Props) {
  const remove = useRemoveRecord(kind, id);
  return (
    <RemoveRecord noun={kind} name={name} remove={remove} onClose={onClose}>
      {children}
    </RemoveRecord>
  );
}
