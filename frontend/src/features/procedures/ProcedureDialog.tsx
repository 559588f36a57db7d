import type { ApprovalProcedure, ApprovalProcedureInput } from '@/api/models';
import { LimitedField } from '@/ui/LimitedField';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { limits } from '@/lib/limits';
import { ChoiceField, yesOrNo } from './ChoiceField';
import { useSaveProcedure } from './mutations';
import { procedureQueries } from './queries';
import { Faults, Refusal } from './Refusal';

type YesNo = 'Yes' | 'No';
const toChoice = (flag: boolean | undefined): YesNo => (flag ? 'Yes' : 'No');

interface Values {
  name: string;
  description: string;
  is_active: YesNo;
  is_default: YesNo;
}

const empty: Values = { name: '', description: '', is_active: 'No', is_default: 'No' };

const valuesOf = (procedure: ApprovalProcedure): Values => ({
  name: procedure.name,
  description: procedure.description,
  is_active: toChoice(procedure.is_active),
  is_default: toChoice(procedure.is_default),
});

const check = ({ name, description }: Values) => ({
  name: name.trim() ? undefined : 'Please enter the Approval Procedure Name.',
  description: description.trim() ? undefined : 'Please enter the Description.',
});

const inputOf = ({ is_active, is_default, ...text }: Values): ApprovalProcedureInput => ({
  ...text,
  is_active: is_active === 'Yes',
  is_default: is_default === 'Yes',
});

const describe = ({ name, description, is_active, is_default }: Values) =>
  [
    ['Approval Procedure Name', name],
    ['Description', description],
    ['Is Active', is_active],
    ['Is Default', is_default],
  ] as const;

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
