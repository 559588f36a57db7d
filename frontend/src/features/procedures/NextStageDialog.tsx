import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApprovalProcedure, NextStage } from '@/api/models';
import { useStored } from '@/api/useStored';
import { DialogForm } from '@/components/DialogForm';
import { StaleNotice } from '@/components/StaleNotice';
import { toast } from '@/lib/toast';
import { ChoiceField } from './ChoiceField';
import { useSaveNextStage } from './mutations';
import { procedureQueries } from './queries';
import { Refusal } from './Refusal';

const NO_CURRENT = 'Please enter the Current Stage.';
const NO_NEXT = 'Please enter the NextStage.';

interface Props {
  procedure: ApprovalProcedure;
  /** The one that is changed; none for a new one. */
  link?: NextStage;
  onClose: () => void;
}

/** Adds or changes a link between two stages of one procedure (3 §5). */
export function NextStageDialog({ procedure, link, onClose }: Props) {
  const [current, setCurrent] = useState<number | ''>(link?.current_stage ?? '');
  const [next, setNext] = useState<number | ''>(link?.next ?? '');
  const [attempted, setAttempted] = useState(false);
  const stages = useQuery(procedureQueries.everyStage(procedure.approval_procedure_id));
  const save = useSaveNextStage(link?.next_stage_id);
  const stored = useStored(link, procedureQueries.nextStage(link?.next_stage_id ?? 0), save.error);
  const options = (stages.data ?? []).map(({ stage_id, stage_activity, role_name }) => ({
    value: stage_id,
    name: `${stage_activity} (${role_name})`,
  }));
  const submit = () => {
    setAttempted(true);
    if (current === '' || next === '') {
      toast(current === '' ? NO_CURRENT : NO_NEXT, 'warning');
      return;
    }
    save.mutate(
      { current_stage: current, next, row_version: stored.rowVersion },
      {
        onSuccess: ({ message }) => {
          toast(message, 'success');
          onClose();
        },
      },
    );
  };
  return (
    <DialogForm
      title={link ? 'Edit Next Stage' : 'Add Next Stage'}
      submitLabel={link ? 'Save Next Stage' : 'Add Next Stage'}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField disabled label="Approval Procedure" value={procedure.name} sx={{ mt: 1 }} />
      <ChoiceField
        id="current-stage"
        label="Current Stage"
        value={current}
        options={options}
        onChange={setCurrent}
        error={attempted && current === '' ? NO_CURRENT : undefined}
      />
      <ChoiceField
        id="next-stage"
        label="Next Stage"
        value={next}
        options={options}
        onChange={setNext}
        error={attempted && next === '' ? NO_NEXT : undefined}
      />
      <Refusal
        error={save.error ?? stages.error}
        onRetry={save.error ? undefined : () => void stages.refetch()}
      />
      <StaleNotice
        stored={stored}
        read={link}
        describe={(record) => [
          ['Current Stage', record.current_stage_activity],
          ['Next Stage', record.next_stage_activity],
        ]}
        onTakeOver={(now) => {
          setCurrent(now.current_stage);
          setNext(now.next);
          save.reset();
        }}
      />
    </DialogForm>
  );
}
