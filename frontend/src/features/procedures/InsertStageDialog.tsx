import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { isStale } from '@/api/useStored';
import type { ApprovalProcedure, NextStage } from '@/api/models';
import { DialogForm } from '@/ui/DialogForm';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { everyRole } from '@/shared/roles/queries';
import { toast } from '@/lib/toast';
import { useInsertStage } from './mutations';
import { procedureQueries } from './queries';
import { Refusal } from './Refusal';
import { StageFields } from './StageFields';
import { check, inputOf, newStage } from './stageForm';

interface Props {
  procedure: ApprovalProcedure;
  /** The link into which the stage is inserted. */
  link: NextStage;
  onClose: () => void;
}

/**
 * Inserts a stage between two others in one change, so that it works in an active procedure too.
 */
export function InsertStageDialog({ procedure, link, onClose }: Props) {
  const roles = useQuery(everyRole()).data;
  const types = useQuery(procedureQueries.everyStageType()).data;
  const save = useInsertStage(link.next_stage_id);
  const form = useRecordForm({
    name: `insert stage ${link.next_stage_id}`,
    initial: () => newStage(procedure.approval_procedure_id),
    check: (values) => ({
      ...check(values, { roles, types }),
      // The position is not required, because the server puts the stage in the middle of the link.
      pos_x: undefined,
      pos_y: undefined,
    }),
    save,
    inputOf: (values) => {
      const input = inputOf(values, { roles, types });
      const { role, stage_type, stage_order, stage_activity, branch_level, icon, target } = input;
      return {
        ...{ role, stage_type, stage_order, stage_activity, branch_level, icon, target },
        row_version: link.row_version,
      };
    },
    onSaved: ({ message }) => {
      toast(message, 'success');
      onClose();
    },
  });
  return (
    <DialogForm
      title="Insert a Stage"
      submitLabel="Insert Stage"
      {...form.dialog}
      refusal={isStale(save.error) ? save.error : undefined}
      onClose={onClose}
    >
      <span>
        Between “{link.current_stage_activity}” and “{link.next_stage_activity}”.
      </span>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <StageFields
          idOf={form.idOf}
          values={form.values}
          set={form.set}
          faultOf={form.errorOf}
          hasPlace={false}
        />
      </Box>
      <Refusal error={save.error} />
    </DialogForm>
  );
}
