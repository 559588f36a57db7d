import type { VariableRecord } from '@/api/models';
import { RemoveDialog } from '../RemoveDialog';

interface Props {
  variable: Pick<VariableRecord, 'var_id' | 'var_name'>;
  onClose: () => void;
}

export function RemoveVariable({ variable, onClose }: Props) {
  return (
    <RemoveDialog kind="variable" id={variable.var_id} name={variable.var_name} onClose={onClose}>
      The variable is deleted permanently. A variable that data requests or other variables refer to
      cannot be deleted. Versions of the data source keep their copies.
    </RemoveDialog>
  );
}
