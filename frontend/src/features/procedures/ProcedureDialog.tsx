import type { ApprovalProcedure, ApprovalProcedureInput } from '@/api/models';
import { LimitedField } from '@/components/LimitedField';
import { RecordDialog } from '@/components/records/RecordDialog';
import { useRecordDialog } from '@/components/records/useRecordDialog';
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

const describe = (procedure: ApprovalProcedure) =>
  [
    ['Approval Procedure Name', procedure.name],
    ['Description', procedure.description],
    ['Is Active', toChoice(procedure.is_active)],
    ['Is Default', toChoice(procedure.is_default)],
  ] as const;

interface Props {
  /** The one that is changed; none for a new one. */
  procedure?: ApprovalProcedure;
  onClose: () => void;
}

/** Adds or changes an approval procedure (3 §5). */
export function ProcedureDialog({ procedure, onClose }: Props) {
  const save = useSaveProcedure(procedure?.approval_procedure_id);
  const { values, set, missingOf, frame } = useRecordDialog({
    record: procedure,
    read: procedureQueries.procedure(procedure?.approval_procedure_id ?? 0),
    save,
    empty,
    valuesOf,
    check,
    inputOf,
    onClose,
  });
  const warnings = procedure && procedure.faults.length === 0 ? procedure.warnings : [];
  return (
    <RecordDialog
      frame={frame}
      noun="Approval Procedure"
      describe={describe}
      refusal={<Refusal error={frame.error} />}
    >
      <LimitedField
        limit={limits.ApprovalProcedureInputBody.name}
        autoFocus
        required
        label="Approval Procedure Name"
        value={values.name}
        onChange={({ target }) => set('name', target.value)}
        error={Boolean(missingOf('name'))}
        helperText={missingOf('name')}
        sx={{ mt: 1 }}
      />
      <LimitedField
        limit={limits.ApprovalProcedureInputBody.description}
        required
        multiline
        minRows={2}
        maxRows={8}
        label="Description"
        value={values.description}
        onChange={({ target }) => set('description', target.value)}
        error={Boolean(missingOf('description'))}
        helperText={missingOf('description')}
      />
      <ChoiceField
        id="procedure-active"
        label="Is Active"
        value={values.is_active}
        options={yesOrNo}
        onChange={(choice) => set('is_active', choice)}
        help="Only a procedure without faults can be active. Add its stages and links first."
      />
      <ChoiceField
        id="procedure-default"
        label="Is Default"
        value={values.is_default}
        options={yesOrNo}
        onChange={(choice) => set('is_default', choice)}
        help="New requests follow the default one; it takes the place of the present default."
      />
      {warnings.length > 0 && (values.is_active === 'Yes' || values.is_default === 'Yes') && (
        <Faults
          severity="info"
          label="Warnings"
          message="It can be activated as it is. This may not be meant:"
          faults={warnings}
        />
      )}
    </RecordDialog>
  );
}
