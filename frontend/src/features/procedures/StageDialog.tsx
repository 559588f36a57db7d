import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalProcedure, Stage, StageType } from '@/api/models';
import { RecordDialog } from '@/components/records/RecordDialog';
import { useRecordDialog } from '@/components/records/useRecordDialog';
import { IconField } from '@/components/icons/IconField';
import { everyRole } from '@/components/roles/queries';
import { ChoiceField } from './ChoiceField';
import { useSaveStage } from './mutations';
import { procedureQueries } from './queries';
import { Refusal } from './Refusal';
import { branchLevels, check, describe, formOf, inputOf, newStage, stageOrders } from './stageForm';

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
  const procedures = useQuery(procedureQueries.everyProcedure());
  const roles = useQuery(everyRole());
  const types = useQuery(procedureQueries.everyStageType());
  const save = useSaveStage(stage?.stage_id);
  const { values, set, faultOf, frame } = useRecordDialog({
    record: stage,
    read: procedureQueries.stage(stage?.stage_id ?? 0),
    save,
    empty: newStage(procedure.approval_procedure_id),
    valuesOf: formOf,
    check,
    inputOf,
    onClose,
  });

  const readAgain = () => {
    for (const query of [roles, types, procedures]) if (query.error) void query.refetch();
  };

  const offered = rolesOf(types.data, values.stage_type);
  // The procedure itself is known before the list of all is here.
  const known = procedures.data ?? [procedure];
  return (
    <RecordDialog
      frame={frame}
      noun="Stage"
      title="Stage Details"
      describe={describe}
      refusal={
        <Refusal
          error={frame.error ?? roles.error ?? types.error ?? procedures.error}
          onRetry={frame.error ? undefined : readAgain}
        />
      }
    >
      <Box sx={{ display: 'grid', gap: 2, mt: 1 }}>
        <ChoiceField
          id="stage-procedure"
          label="Approval Procedure"
          value={values.approval_procedure}
          options={known.map(({ approval_procedure_id, name }) => ({
            value: approval_procedure_id,
            name,
          }))}
          onChange={(value) => set('approval_procedure', value)}
          error={faultOf('approval_procedure')}
        />
        <ChoiceField
          id="stage-role"
          label="Role"
          value={values.role}
          options={(roles.data ?? [])
            .filter(({ role_id }) => offered.includes(role_id))
            .map(({ role_id, role }) => ({ value: role_id, name: role }))}
          onChange={(value) => set('role', value)}
          error={faultOf('role')}
          help="Only roles to which a stage of this type may belong."
        />
        <ChoiceField
          id="stage-type"
          label="Stage Type"
          value={values.stage_type}
          options={(types.data ?? []).map(({ stage_type_id, stage_type }) => ({
            value: stage_type_id,
            name: stage_type,
          }))}
          onChange={(value) => {
            set('stage_type', value);
            if (values.role && !rolesOf(types.data, value).includes(values.role)) set('role', '');
          }}
          error={faultOf('stage_type')}
        />
        <ChoiceField
          id="stage-order"
          label="Stage Order"
          value={values.stage_order}
          options={stageOrders}
          onChange={(value) => set('stage_order', value)}
          error={faultOf('stage_order')}
          help="It sorts and labels; which stage follows which is said by the links."
        />
        <TextField
          required
          label="Stage Activity"
          value={values.stage_activity}
          onChange={({ target }) => set('stage_activity', target.value)}
          error={Boolean(faultOf('stage_activity'))}
          helperText={faultOf('stage_activity') ?? 'What happens here, in a few words.'}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <ChoiceField
          id="stage-branch"
          label="Branch Level"
          value={values.branch_level}
          options={branchLevels}
          onChange={(value) => set('branch_level', value)}
          error={faultOf('branch_level')}
        />
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
          {(['pos_x', 'pos_y'] as const).map((field) => (
            <TextField
              key={field}
              required
              type="number"
              label={field === 'pos_x' ? 'Position X' : 'Position Y'}
              value={values[field]}
              onChange={({ target }) => set(field, target.value)}
              error={Boolean(faultOf(field))}
              helperText={faultOf(field) ?? 'From 0 to 1'}
              slotProps={{ htmlInput: { min: 0, max: 1, step: 0.01 } }}
            />
          ))}
        </Box>
        <IconField
          value={values.icon}
          onChange={(icon) => set('icon', icon)}
          error={faultOf('icon')}
        />
      </Box>
    </RecordDialog>
  );
}
