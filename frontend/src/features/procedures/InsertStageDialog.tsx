import Box from '@mui/material/Box';
import { isStale } from '@/api/useStored';
import type { ApprovalProcedure, NextStage } from '@/api/models';
import { DialogForm } from '@/ui/DialogForm';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { toast } from '@/lib/toast';
import { useInsertStage } from './mutations';
import { Refusal } from './Refusal';
import { StageFields } from './StageFields';
import { check, inputOf, newStage, type StageForm } from './stageForm';

interface Props {
  procedure: ApprovalProcedure;
  /** The link into which the stage is inserted. */
  link: NextStage;
  onClose: () => void;
}

/**
 * Returns the missing fields. The position is not required, because the server puts the stage in
 * the middle of the link.
 */
const checkFields = (form: StageForm) => ({
  ...check(form),
  pos_x: undefined,
  pos_y: undefined,
});

/**
 * Inserts a stage between two others in one change, so that it works in an active procedure too.
 */
export function InsertStageDialog({ procedure, link, onClose }: Props) {
  const save = useInsertStage(link.next_stage_id);
  const form = useRecordForm({
    name: `insert stage ${link.next_stage_id}`,
    initial: () => newStage(procedure.approval_procedure_id),
    check: checkFields,
    save,
    inputOf: (values) => {
      const { role, stage_type, stage_order, stage_activity, branch_level, icon } = inputOf(values);
      return {
        ...{ role, stage_type, stage_order, stage_activity, branch_level, icon },
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
