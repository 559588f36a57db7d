import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/errors';
import type { ApprovalProcedure, Stage, StageType } from '@/api/models';
import { useStored } from '@/api/useStored';
import { DialogForm } from '@/components/DialogForm';
import { IconField } from '@/components/icons/IconField';
import { StaleNotice } from '@/components/StaleNotice';
import { everyRole } from '@/components/roles/queries';
import { toast } from '@/lib/toast';
import { ChoiceField } from './ChoiceField';
import { useSaveStage } from './mutations';
import { procedureQueries } from './queries';
import { Refusal } from './Refusal';
import {
  branchLevels,
  describe,
  formOf,
  inputOf,
  missingIn,
  newStage,
  stageOrders,
  type StageField,
  type StageForm,
} from './stageForm';

interface Props {
  procedure: ApprovalProcedure;
  /** The one that is changed; none for a new one. */
  stage?: Stage;
  onClose: () => void;
}

/** The ids of the roles to which a stage of this type may belong; of any type, as long as none is chosen. */
function rolesOf(types: readonly StageType[] = [], chosen: number | ''): number[] {
  const type = types.find(({ stage_type_id }) => stage_type_id === chosen);
  return type?.roles ?? types.flatMap(({ roles }) => roles);
}

/** Adds or changes a stage (3 §2.7, §5). */
export function StageDialog({ procedure, stage, onClose }: Props) {
  const [form, setForm] = useState(
    stage ? formOf(stage) : newStage(procedure.approval_procedure_id),
  );
  const [attempted, setAttempted] = useState(false);
  const procedures = useQuery(procedureQueries.everyProcedure());
  const roles = useQuery(everyRole());
  const types = useQuery(procedureQueries.everyStageType());
  const save = useSaveStage(stage?.stage_id);
  const stored = useStored(stage, procedureQueries.stage(stage?.stage_id ?? 0), save.error);
  const { inline, toast: firstMissing } = missingIn(form);
  const set = (changes: Partial<StageForm>) => setForm((before) => ({ ...before, ...changes }));
  const refused = save.error instanceof ApiError ? save.error.errors : {};
  const errorOf = (field: StageField) =>
    (attempted ? inline[field] : undefined) ?? refused[field]?.[0];

  const submit = () => {
    setAttempted(true);
    if (firstMissing) {
      toast(firstMissing, 'warning');
      return;
    }
    save.mutate(
      { ...inputOf(form), row_version: stored.rowVersion },
      {
        onSuccess: ({ message }) => {
          toast(message, 'success');
          onClose();
        },
      },
    );
  };

  const readAgain = () => {
    for (const query of [roles, types, procedures]) if (query.error) void query.refetch();
  };

  const offered = rolesOf(types.data, form.stage_type);
  // The procedure itself is known before the list of all is here.
  const known = procedures.data ?? [procedure];
  return (
    <DialogForm
      title="Stage Details"
      submitLabel={stage ? 'Save Stage' : 'Add Stage'}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, mt: 1 }}>
        <ChoiceField
          id="stage-procedure"
          label="Approval Procedure"
          value={form.approval_procedure}
          options={known.map(({ approval_procedure_id, name }) => ({
            value: approval_procedure_id,
            name,
          }))}
          onChange={(value) => set({ approval_procedure: value })}
          error={errorOf('approval_procedure')}
        />
        <ChoiceField
          id="stage-role"
          label="Role"
          value={form.role}
          options={(roles.data ?? [])
            .filter(({ role_id }) => offered.includes(role_id))
            .map(({ role_id, role }) => ({ value: role_id, name: role }))}
          onChange={(value) => set({ role: value })}
          error={errorOf('role')}
          help="Only roles to which a stage of this type may belong."
        />
        <ChoiceField
          id="stage-type"
          label="Stage Type"
          value={form.stage_type}
          options={(types.data ?? []).map(({ stage_type_id, stage_type }) => ({
            value: stage_type_id,
            name: stage_type,
          }))}
          onChange={(value) =>
            set({
              stage_type: value,
              ...(form.role && !rolesOf(types.data, value).includes(form.role) && { role: '' }),
            })
          }
          error={errorOf('stage_type')}
        />
        <ChoiceField
          id="stage-order"
          label="Stage Order"
          value={form.stage_order}
          options={stageOrders}
          onChange={(value) => set({ stage_order: value })}
          error={errorOf('stage_order')}
          help="It sorts and labels; which stage follows which is said by the links."
        />
        <TextField
          required
          label="Stage Activity"
          value={form.stage_activity}
          onChange={({ target }) => set({ stage_activity: target.value })}
          error={Boolean(errorOf('stage_activity'))}
          helperText={errorOf('stage_activity') ?? 'What happens here, in a few words.'}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <ChoiceField
          id="stage-branch"
          label="Branch Level"
          value={form.branch_level}
          options={branchLevels}
          onChange={(value) => set({ branch_level: value })}
          error={errorOf('branch_level')}
        />
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
          {(['pos_x', 'pos_y'] as const).map((field) => (
            <TextField
              key={field}
              required
              type="number"
              label={field === 'pos_x' ? 'Position X' : 'Position Y'}
              value={form[field]}
              onChange={({ target }) => set({ [field]: target.value })}
              error={Boolean(errorOf(field))}
              helperText={errorOf(field) ?? 'From 0 to 1'}
              slotProps={{ htmlInput: { min: 0, max: 1, step: 0.01 } }}
            />
          ))}
        </Box>
        <IconField value={form.icon} onChange={(icon) => set({ icon })} error={errorOf('icon')} />
        <Refusal
          error={save.error ?? roles.error ?? types.error ?? procedures.error}
          onRetry={save.error ? undefined : readAgain}
        />
        <StaleNotice
          stored={stored}
          read={stage}
          describe={describe}
          onTakeOver={(now) => {
            setForm(formOf(now));
            save.reset();
          }}
        />
      </Box>
    </DialogForm>
  );
}
