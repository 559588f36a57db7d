import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { VariableRecord } from '@/api/models';
import { dataTypes } from '@/shared/dictionary/dataTypes';
import { DateField } from '@/ui/DateField';
import { LimitedField } from '@/ui/LimitedField';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import type { FieldErrors } from '@/ui/records/useRecordForm';
import { yesNo } from '@/ui/sheet/columns';
import { limits } from '@/lib/limits';
import { useSaveVariable } from '../mutations';
import { recordQueries } from '../queries';
import {
  columns,
  emptyVariable,
  questions,
  texts,
  usages,
  variableInput,
  variableValues,
  type VariableValues,
} from './values';

/**
 * Returns the missing fields, in the order of 3 §5. The date of introduction is optional for a
 * stored variable that never had one.
 */
const checkAs =
  (stored: VariableRecord | undefined) =>
  (values: VariableValues): FieldErrors<VariableValues> => ({
    ...Object.fromEntries(
      texts
        .filter(({ field }) => !values[field].trim())
        .filter(({ field }) => field !== 'date_introduced' || !stored || stored.date_introduced)
        .map(({ field, toast, beside }) => [field, { toast, beside }]),
    ),
    ...Object.fromEntries(
      questions
        .filter(({ field }) => !values[field])
        .map(({ field, required }) => [field, required]),
    ),
    ...(values.value_count.trim() &&
      !/^\d{1,15}$/.test(values.value_count.trim()) && { value_count: 'Enter a whole number.' }),
  });

const describe = (values: VariableValues) =>
  columns.map(({ field, name }) => [name, values[field as keyof VariableValues]] as const);

interface Props {
  tbl: number;
  variable?: VariableRecord;
  onClose: () => void;
}

/** Adds a variable to a table, or changes one (3 §2.10, §5). */
export function VariableDialog({ tbl, variable, onClose }: Props) {
  const save = useSaveVariable(variable?.var_id);
  const form = useRecordDialog({
    record: variable,
    read: recordQueries.variableFields(variable?.var_id ?? 0),
    save,
    empty: emptyVariable,
    valuesOf: variableValues,
    check: checkAs(variable),
    inputOf: (typed) => variableInput(tbl, typed),
    describe,
    onClose,
  });
  const choice = (field: keyof VariableValues, label: string, options: readonly string[]) => (
    <TextField key={field} {...form.text(field)} label={label} select required>
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {option}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <RecordDialog form={form} noun="Variable" title={variable && `Edit ${variable.var_name}`}>
      <LimitedField
        limit={limits.VariableInputBody.ids_column_name}
        {...form.text('ids_column_name')}
        label="Column Name"
        required
        autoFocus
        sx={{ mt: 1 }}
      />
      <LimitedField
        limit={limits.VariableInputBody.var_name}
        {...form.text('var_name')}
        label="Variable Name"
        required
      />
      {choice('data_type', 'Data Type', dataTypes)}
      <LimitedField
        limit={limits.VariableInputBody.meaning}
        {...form.text('meaning')}
        label="Meaning"
        required
        multiline
        minRows={3}
        maxRows={8}
      />
      <DateField
        {...form.field('date_introduced')}
        label="Date Introduced"
        required={!variable || Boolean(variable.date_introduced)}
      />
      {choice('usage', 'Usage', usages)}
      <LimitedField limit={limits.VariableInputBody.range} {...form.text('range')} label="Range" />
      <LimitedField
        limit={limits.VariableInputBody.old_var_name}
        {...form.text('old_var_name')}
        label="Old Variable Name"
      />
      <LimitedField
        limit={limits.VariableInputBody.reference}
        {...form.text('reference')}
        label="Reference"
      />
      <TextField
        {...form.text('value_count')}
        label="Value Count"
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      {questions.map(({ field, name }) => choice(field, name, yesNo))}
    </RecordDialog>
  );
}
