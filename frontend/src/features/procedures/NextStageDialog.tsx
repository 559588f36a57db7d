import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalProcedure, NextStage, NextStageInput } from '@/api/models';
import { RecordDialog } from '@/components/records/RecordDialog';
import { useRecordDialog } from '@/components/records/useRecordDialog';
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

const describe = (link: NextStage) =>
  [
    ['Current Stage', link.current_stage_activity],
    ['Next Stage', link.next_stage_activity],
  ] as const;

interface Props {
  procedure: ApprovalProcedure;
  /** The one that is changed; none for a new one. */
  link?: NextStage;
  onClose: () => void;
}

/** Adds or changes a link between two stages of one procedure (3 §5). */
export function NextStageDialog({ procedure, link, onClose }: Props) {
  const stages = useQuery(procedureQueries.everyStage(procedure.approval_procedure_id));
  const save = useSaveNextStage(link?.next_stage_id);
  const { values, set, missingOf, frame } = useRecordDialog({
    record: link,
    read: procedureQueries.nextStage(link?.next_stage_id ?? 0),
    save,
    empty,
    valuesOf,
    check,
    inputOf,
    onClose,
  });
  const options = (stages.data ?? []).map(({ stage_id, stage_activity, role_name }) => ({
    value: stage_id,
    name: `${stage_activity} (${role_name})`,
  }));
  return (
    <RecordDialog
      frame={frame}
      noun="Next Stage"
      describe={describe}
      refusal={
        <Refusal
          error={frame.error ?? stages.error}
          onRetry={frame.error ? undefined : () => void stages.refetch()}
        />
      }
    >
      <TextField disabled label="Approval Procedure" value={procedure.name} sx={{ mt: 1 }} />
      <ChoiceField
        id="current-stage"
        label="Current Stage"
        value={values.current_stage}
        options={options}
        onChange={(id) => set('current_stage', id)}
        error={missingOf('current_stage')}
      />
      <ChoiceField
        id="next-stage"
        label="Next Stage"
        value={values.next}
        options={options}
        onChange={(id) => set('next', id)}
        error={missingOf('next')}
      />
    </RecordDialog>
  );
}
