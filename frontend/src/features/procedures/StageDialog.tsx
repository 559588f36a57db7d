import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalProcedure, Stage } from '@/api/models';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { everyRole } from '@/shared/roles/queries';
import { ChoiceField } from './ChoiceField';
import { useSaveStage } from './mutations';
import { procedureQueries } from './queries';
import { Refusal } from './Refusal';
import { StageFields } from './StageFields';
import { check, describe, formOf, inputOf, newStage, type StageForm } from './stageForm';

interface Props {
  procedure: ApprovalProcedure;
  stage?: Stage;
  onClose: () => void;
}

/** Adds or changes a stage (3 §2.7, §5). */
export function StageDialog({ procedure, stage, onClose }: Props) {
  const procedures = useQuery(procedureQueries.everyProcedure());
  const roles = useQuery(everyRole());
  const types = useQuery(procedureQueries.everyStageType());
  const save = useSaveStage(stage?.stage_id);
  const lists = { roles: roles.data, types: types.data };
  const form = useRecordDialog({
    record: stage,
    read: procedureQueries.stage(stage?.stage_id ?? 0),
    save,
    empty: newStage(procedure.approval_procedure_id),
    valuesOf: formOf,
    check: (values) => check(values, lists),
    inputOf: (values) => inputOf(values, lists),
    describe: (values: StageForm) =>
      describe(values, {
        procedures: procedures.data ?? [procedure],
        roles: roles.data ?? [],
        types: types.data ?? [],
      }),
    onClose,
  });

  const readAgain = () => {
    for (const query of [roles, types, procedures]) if (query.error) void query.refetch();
  };

  // The current procedure is an option even before the list of all is loaded.
  const offered = procedures.data ?? [procedure];
  return (
    <RecordDialog
      form={form}
      noun="Stage"
      title="Stage Details"
      refusal={
        <Refusal
          error={form.error ?? roles.error ?? types.error ?? procedures.error}
          onRetry={form.error ? undefined : readAgain}
        />
      }
    >
      <Box sx={{ display: 'grid', gap: 2, mt: 1 }}>
        <ChoiceField
          {...form.field('approval_procedure')}
          label="Approval Procedure"
          options={offered.map(({ approval_procedure_id, name }) => ({
            value: approval_procedure_id,
            name,
          }))}
        />
        <StageFields idOf={form.idOf} values={form.values} set={form.set} faultOf={form.errorOf} />
      </Box>
    </RecordDialog>
  );
}
