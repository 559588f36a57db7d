import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { ApprovalProcedure, ApprovalProcedureInput, TermUnit } from '@/api/models';
import { LimitedField } from '@/ui/LimitedField';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { limits } from '@/lib/limits';
import { isLength, LONGEST_TERM, LONGEST_WINDOW, termText } from '@/lib/terms';
import { ChoiceField, yesOrNo } from './ChoiceField';
import { useSaveProcedure } from './mutations';
import { procedureQueries } from './queries';
import { Faults, Refusal } from './Refusal';

type YesNo = 'Yes' | 'No';
const toChoice = (flag: boolean | undefined): YesNo => (flag ? 'Yes' : 'No');

interface Values {
  name: string;
  description: string;
  /** The number of weeks or months as it was typed. Empty for no term. */
  term: string;
  unit: TermUnit;
  /** The number of weeks as it was typed. Empty for no completion window. */
  completion_window: string;
  is_active: YesNo;
  is_default: YesNo;
}

const units: readonly { value: TermUnit; name: string }[] = [
  { value: 'weeks', name: 'Weeks' },
  { value: 'months', name: 'Months' },
];

const empty: Values = {
  name: '',
  description: '',
  term: '',
  unit: 'months',
  completion_window: '',
  is_active: 'No',
  is_default: 'No',
};

const valuesOf = (procedure: ApprovalProcedure): Values => ({
  name: procedure.name,
  description: procedure.description,
  term: String(procedure.term?.count ?? ''),
  unit: procedure.term?.unit ?? 'months',
  completion_window: String(procedure.completion_window ?? ''),
  is_active: toChoice(procedure.is_active),
  is_default: toChoice(procedure.is_default),
});

const check = ({ name, description, term, unit, completion_window }: Values) => ({
  name: name.trim() ? undefined : 'Please enter the Approval Procedure Name.',
  description: description.trim() ? undefined : 'Please enter the Description.',
  term:
    !term.trim() || isLength(term, LONGEST_TERM[unit])
      ? undefined
      : `Enter 1 to ${LONGEST_TERM[unit]} ${unit}, or nothing for a procedure without a term.`,
  completion_window:
    !completion_window.trim() || isLength(completion_window, LONGEST_WINDOW)
      ? undefined
      : `Enter 1 to ${LONGEST_WINDOW} weeks, or nothing if requests are never recalled for want of an answer.`,
});

const termOf = ({ term, unit }: Pick<Values, 'term' | 'unit'>) =>
  term.trim() ? { unit, count: Number(term) } : null;

const windowOf = ({ completion_window }: Pick<Values, 'completion_window'>) =>
  completion_window.trim() ? Number(completion_window) : null;

const inputOf = (values: Values): ApprovalProcedureInput => {
  const { name, description, is_active, is_default } = values;
  return {
    name,
    description,
    term: termOf(values),
    completion_window: windowOf(values),
    is_active: is_active === 'Yes',
    is_default: is_default === 'Yes',
  };
};

const describe = (values: Values) => {
  const term = termOf(values);
  const weeks = windowOf(values);
  return [
    ['Approval Procedure Name', values.name],
    ['Description', values.description],
    ['Term', term ? termText(term) : ''],
    ['Completion window', weeks ? termText({ unit: 'weeks', count: weeks }) : ''],
    ['Is Active', values.is_active],
    ['Is Default', values.is_default],
  ] as const;
};

interface Props {
  procedure?: ApprovalProcedure;
  onClose: () => void;
}

/** Adds or changes an approval procedure (3 §5). */
export function ProcedureDialog({ procedure, onClose }: Props) {
  const save = useSaveProcedure(procedure?.approval_procedure_id);
  const form = useRecordDialog({
    record: procedure,
    read: procedureQueries.procedure(procedure?.approval_procedure_id ?? 0),
    save,
    empty,
    valuesOf,
    check,
    inputOf,
    describe,
    onClose,
  });
  const { values } = form;
  const warnings = procedure && procedure.faults.length === 0 ? procedure.warnings : [];
  return (
    <RecordDialog form={form} noun="Approval Procedure" refusal={<Refusal error={form.error} />}>
      <LimitedField
        {...form.text('name')}
        limit={limits.ApprovalProcedureInputBody.name}
        autoFocus
        required
        label="Approval Procedure Name"
        sx={{ mt: 1 }}
      />
      <LimitedField
        {...form.text('description')}
        limit={limits.ApprovalProcedureInputBody.description}
        required
        multiline
        minRows={2}
        maxRows={8}
        label="Description"
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
        <TextField
          {...form.text('term', 'Leave empty for no term.')}
          label="Term"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        <ChoiceField
          {...form.field('unit')}
          label="Unit of the term"
          options={units}
          help="From the submission to the decision."
          required={false}
        />
      </Box>
      <TextField
        {...form.text(
          'completion_window',
          'Weeks in which requesters answer comments that require action, usually 4. Leave empty for none.',
        )}
        label="Completion window"
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <ChoiceField
        {...form.field('is_active')}
        label="Is Active"
        options={yesOrNo}
        help="Only a procedure without faults can be active. Add its stages and links first."
      />
      <ChoiceField
        {...form.field('is_default')}
        label="Is Default"
        options={yesOrNo}
        help="New requests follow the default procedure. This one replaces the current default."
      />
      {warnings.length > 0 && (values.is_active === 'Yes' || values.is_default === 'Yes') && (
        <Faults
          severity="info"
          label="Warnings"
          message="You can activate it, but please check:"
          faults={warnings}
        />
      )}
    </RecordDialog>
  );
}
