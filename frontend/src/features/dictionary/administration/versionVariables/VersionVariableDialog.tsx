import DialogContentText from '@mui/material/DialogContentText';
import type { VersionRecord, VersionVariable, VersionVariableInput } from '@/api/models';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { formatDate } from '@/lib/dates';
import { useSaveVersionVariable } from '../mutations';
import { recordQueries } from '../queries';
import { VariableChoice, type ChosenVariable } from '../variables/VariableChoice';

interface Values {
  variable: ChosenVariable | null;
}

const empty: Values = { variable: null };

const valuesOf = (held: VersionVariable): Values => ({
  variable: {
    id: held.variable,
    name: held.var_name,
    column: `${held.tbl_name}.${held.ids_column_name}`,
  },
});

const check = ({ variable }: Values) => ({
  variable: variable ? undefined : 'Variable is required',
});

const describe = ({ variable }: Values, held?: VersionVariable) =>
  [
    ['Variable', variable?.name ?? ''],
    ['Revision', held ? String(held.revision) : ''],
  ] as const;

interface Props {
  version: VersionRecord;
  /** The version variable to replace; absent to add one. */
  variable?: VersionVariable;
  onClose: () => void;
}

/**
 * Adds the current state of a variable to a version, or replaces one of its variables (3 §2.11,
 * §5).
 */
export function VersionVariableDialog({ version, variable, onClose }: Props) {
  const save = useSaveVersionVariable(variable?.version_variable_id);
  const form = useRecordDialog({
    record: variable,
    read: recordQueries.versionVariable(variable?.version_variable_id ?? 0),
    save,
    empty,
    valuesOf,
    check,
    inputOf: (chosen): VersionVariableInput => ({
      version: version.version_id,
      variable: chosen.variable?.id,
    }),
    describe,
    onClose,
  });
  return (
    <RecordDialog form={form} noun="Version Variable">
      <DialogContentText>
        The variable will be added as it is now to the version of {version.source} of{' '}
        {formatDate(version.date_created)}.
      </DialogContentText>
      <VariableChoice
        {...form.field('variable')}
        label="Variable"
        dataSource={version.data_source}
      />
    </RecordDialog>
  );
}
