import type { VariableInput, VariableRecord } from '@/api/models';
import { dataTypes } from '@/shared/dictionary/dataTypes';
import { asYesNo, isYes, yesNo, type SheetColumn } from '@/ui/sheet/columns';
import type { Values } from '@/ui/sheet/drafts';
import { limits } from '@/lib/limits';

export const usages = ['Analytical', 'Metadata'] as const;

const choice = (field: string, name: string, choices: readonly string[], required: string) =>
  ({ field, name, width: 124, kind: 'choice', choices, required }) as const;

/** The Yes/No fields of a variable, in the order of the dialog. */
export const questions = [
  { field: 'derived', name: 'Derived', required: 'Derived is required.' },
  { field: 'is_primary', name: 'Is a Primary Key', required: 'Is a Primary Key is required.' },
  { field: 'is_foreign', name: 'Is a Foreign Key', required: 'Is a Foreign Key is required.' },
  { field: 'is_identifiable', name: 'Is Identifiable', required: 'Is Identifiable is required.' },
  { field: 'is_analytical', name: 'Is Analytical', required: 'Is Analytical is required.' },
  { field: 'enumerated', name: 'Is Enumerated', required: 'Is Enumerated is required.' },
] as const;

/** The required texts. The toast has no full stop, the message at the field has one (3 §5). */
export const texts = [
  {
    field: 'ids_column_name',
    name: 'Column Name',
    toast: 'Column Name is required',
    beside: 'Column Name is required.',
  },
  {
    field: 'var_name',
    name: 'Variable Name',
    toast: 'Variable Name is required',
    beside: 'Variable Name is required.',
  },
  {
    field: 'data_type',
    name: 'Data Type',
    toast: 'Data Type is required',
    beside: 'Data Type is required.',
  },
  {
    field: 'meaning',
    name: 'Meaning',
    toast: 'Meaning is required',
    beside: 'Meaning is required.',
  },
  {
    field: 'date_introduced',
    name: 'Date Introduced',
    toast: 'Date introduced is required',
    beside: 'Date Introduced is required.',
  },
  { field: 'usage', name: 'Usage', toast: 'Usage is required', beside: 'Usage is required.' },
] as const;

const besideOf = (field: (typeof texts)[number]['field']) =>
  texts.find((text) => text.field === field)?.beside ?? '';

/** The columns of the sheet of variables. */
export const columns: readonly SheetColumn[] = [
  {
    field: 'ids_column_name',
    name: 'Column Name',
    width: 190,
    limit: limits.VariableInputBody.ids_column_name,
    required: besideOf('ids_column_name'),
  },
  {
    field: 'var_name',
    name: 'Variable Name',
    width: 210,
    limit: limits.VariableInputBody.var_name,
    required: besideOf('var_name'),
  },
  choice('data_type', 'Data Type', dataTypes, besideOf('data_type')),
  {
    field: 'meaning',
    name: 'Meaning',
    width: 320,
    kind: 'long',
    limit: limits.VariableInputBody.meaning,
    required: besideOf('meaning'),
  },
  // Not required here: an import may leave it empty, and other changes of such a variable must
  // still be possible. The server checks whether it is required.
  { field: 'date_introduced', name: 'Date Introduced', width: 150, kind: 'date' },
  choice('usage', 'Usage', usages, besideOf('usage')),
  { field: 'range', name: 'Range', width: 150, limit: limits.VariableInputBody.range },
  {
    field: 'old_var_name',
    name: 'Old Variable Name',
    width: 180,
    limit: limits.VariableInputBody.old_var_name,
  },
  { field: 'reference', name: 'Reference', width: 160, limit: limits.VariableInputBody.reference },
  { field: 'value_count', name: 'Value Count', width: 110, kind: 'number' },
  ...questions.map(({ field, name, required }) => choice(field, name, yesNo, required)),
];

/** The cells of a new variable, and the fields of the dialog that adds one. */
export const emptyVariable = {
  ids_column_name: '',
  var_name: '',
  data_type: '',
  meaning: '',
  date_introduced: '',
  usage: '',
  range: '',
  old_var_name: '',
  reference: '',
  value_count: '',
  derived: '',
  is_primary: '',
  is_foreign: '',
  is_identifiable: '',
  is_analytical: '',
  enumerated: '',
};

export type VariableValues = typeof emptyVariable;

export const variableValues = (row: VariableRecord): VariableValues => ({
  ids_column_name: row.ids_column_name,
  var_name: row.var_name,
  data_type: row.data_type,
  meaning: row.meaning,
  date_introduced: row.date_introduced ?? '',
  usage: row.usage,
  range: row.range ?? '',
  old_var_name: row.old_var_name ?? '',
  reference: row.reference ?? '',
  value_count: row.value_count == null ? '' : String(row.value_count),
  derived: asYesNo(row.derived),
  is_primary: asYesNo(row.is_primary),
  is_foreign: asYesNo(row.is_foreign),
  is_identifiable: asYesNo(row.is_identifiable),
  is_analytical: asYesNo(row.is_analytical),
  enumerated: asYesNo(row.enumerated),
});

export const variableInput = (
  tbl: number,
  { date_introduced, value_count, data_type, usage, ...row }: Values,
): VariableInput => ({
  tbl,
  ids_column_name: row.ids_column_name,
  var_name: row.var_name,
  meaning: row.meaning,
  range: row.range ?? '',
  old_var_name: row.old_var_name ?? '',
  reference: row.reference ?? '',
  // Safe: the values are from the lists above, or the stored ones.
  data_type: (data_type || null) as VariableInput['data_type'],
  usage: (usage || null) as VariableInput['usage'],
  date_introduced: date_introduced?.trim() || null,
  value_count: value_count?.trim() ? Number(value_count) : null,
  ...Object.fromEntries(questions.map(({ field }) => [field, isYes(row[field])])),
});
