import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { ApprovalProcedure } from '@/api/models';
import { useStored } from '@/api/useStored';
import { DialogForm } from '@/components/DialogForm';
import { StaleNotice } from '@/components/StaleNotice';
import { toast } from '@/lib/toast';
import { ChoiceField, yesOrNo } from './ChoiceField';
import { useSaveProcedure } from './mutations';
import { procedureQueries } from './queries';
import { Refusal } from './Refusal';

const NO_NAME = 'Please enter the Approval Procedure Name.';
const NO_DESCRIPTION = 'Please enter the Description.';

type YesNo = 'Yes' | 'No';
const toChoice = (flag: boolean | undefined): YesNo => (flag ? 'Yes' : 'No');

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
  const [name, setName] = useState(procedure?.name ?? '');
  const [description, setDescription] = useState(procedure?.description ?? '');
  const [active, setActive] = useState(toChoice(procedure?.is_active));
  const [isDefault, setDefault] = useState(toChoice(procedure?.is_default));
  const [attempted, setAttempted] = useState(false);
  const save = useSaveProcedure(procedure?.approval_procedure_id);
  const stored = useStored(
    procedure,
    procedureQueries.procedure(procedure?.approval_procedure_id ?? 0),
    save.error,
  );
  const takeOver = (now: ApprovalProcedure) => {
    setName(now.name);
    setDescription(now.description);
    setActive(toChoice(now.is_active));
    setDefault(toChoice(now.is_default));
    save.reset();
  };
  const submit = () => {
    setAttempted(true);
    if (!name.trim() || !description.trim()) {
      toast(name.trim() ? NO_DESCRIPTION : NO_NAME, 'warning');
      return;
    }
    save.mutate(
      {
        name,
        description,
        is_active: active === 'Yes',
        is_default: isDefault === 'Yes',
        row_version: stored.rowVersion,
      },
      {
        onSuccess: ({ message }) => {
          toast(message, 'success');
          onClose();
        },
      },
    );
  };
  const noName = attempted && !name.trim();
  const noDescription = attempted && !description.trim();
  return (
    <DialogForm
      title={procedure ? 'Edit Approval Procedure' : 'Add Approval Procedure'}
      submitLabel={procedure ? 'Save Approval Procedure' : 'Add Approval Procedure'}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        required
        label="Approval Procedure Name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={noName}
        helperText={noName ? NO_NAME : undefined}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={{ mt: 1 }}
      />
      <TextField
        required
        multiline
        minRows={2}
        maxRows={8}
        label="Description"
        value={description}
        onChange={({ target }) => setDescription(target.value)}
        error={noDescription}
        helperText={noDescription ? NO_DESCRIPTION : undefined}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      <ChoiceField
        id="procedure-active"
        label="Is Active"
        value={active}
        options={yesOrNo}
        onChange={setActive}
        help="Only a procedure without faults can be active. Add its stages and links first."
      />
      <ChoiceField
        id="procedure-default"
        label="Is Default"
        value={isDefault}
        options={yesOrNo}
        onChange={setDefault}
        help="New requests follow the default one; it takes the place of the present default."
      />
      <Refusal error={save.error} />
      <StaleNotice stored={stored} read={procedure} describe={describe} onTakeOver={takeOver} />
    </DialogForm>
  );
}
