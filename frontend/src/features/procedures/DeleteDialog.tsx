import { RemoveRecord } from '@/ui/records/RemoveRecord';
import { useRemoveRecord, type RecordKind } from './mutations';
import { Refusal } from './Refusal';

interface Props {
  kind: RecordKind;
  id: number;
  name: string;
  onClose: () => void;
}

/**
 * Deletes a record of a procedure after confirmation. The server refuses if an active procedure
 * would be left with faults.
 */
export function DeleteDialog({ kind, id, name, onClose }: Props) {
  const remove = useRemoveRecord(kind, id);
  return (
    <RemoveRecord
      noun={kind}
      name={name}
      remove={remove}
      onClose={onClose}
      refusalOf={(error, tryAgain) => <Refusal error={error} onRetry={tryAgain} />}
    >
      Requests that were submitted before are not affected.
    </RemoveRecord>
  );
}
