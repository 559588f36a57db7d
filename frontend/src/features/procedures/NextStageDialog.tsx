import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalProcedure, NextStage, NextStageInput } from '@/api/models';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { ChoiceField } from './ChoiceField';
import { useSaveNextStage } from './mutations';
import { procedureQueries } from './queries';
import { Refusal } from './Refusal';

interface Values {
  current_stage: number | '';
  next: number | '';
}

const empty: Values = { current_stage: '', next: '' };

const valuesOf = ({ current_stage, next }: NextStage): Values => ({ current_stage, next });

const check = ({ current_stage, next }: Values) => ({
  current_stage: current_stage === '' ? 'Please enter the Current Stage.' : undefined,
  next: next === '' ? 'Please enter the NextStage.' : undefined,
});

const inputOf = ({ current_stage, next }: Values): NextStageInput => ({
  current_stage: Number(current_stage),
  next: Number(next),
});

interface Props {
  procedure: ApprovalProcedure;
  link?: NextStage;
  onClose: () => void;
}

/** Adds or changes a link between two stages of one procedure (3 §5). */
export function NextStageDialog({ procedure, link, onClose }: Props) {
  const stages = useQuery(procedureQueries.everyStage(procedure.approval_procedure_id));
  const nameOf = (id: number | '') =>
    stages.data?.find(({ stage_id }) => stage_id === id)?.stage_activity ?? '';
  const save = useSaveNextStage(link?.next_stage_id);
  const form = useRecordDialog({
    record: link,
    read: procedureQueries.nextStage(link?.next_stage_id ?? 0),
    save,
    empty,
    valuesOf,
    check,
    inputOf,
    describe: ({ current_stage, next }: Values) => [
      ['Current Stage', nameOf(current_stage)],
      ['Next Stage', nameOf(next)],
    ],
    onClose,
  });
  const options = (stages.data ?? []).map(({ stage_id, stage_activity, role_name }) => ({
    value: stage_id,
    name: `${stage_activity} (${role_name})`,
  }));
  return (
    <RecordDialog
      form={form}
      noun="Next Stage"
      refusal={
        <Refusal
          error={form.error ?? stages.error}
          onRetry={form.error ? undefined : () => void stages.refetch()}
        />
      }
    >
      <TextField disabled label="Approval Procedure" value={procedure.name} sx={{ mt: 1 }} />
      <ChoiceField {...form.field('current_stage')} label="Current Stage" options={options} />
      <ChoiceField {...form.field('next')} label="Next Stage" options={options} />
    </RecordDialog>
  );
}
