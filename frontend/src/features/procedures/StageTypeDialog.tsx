import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { StageType } from '@/api/models';
import { useStored } from '@/api/useStored';
import { DialogForm } from '@/components/DialogForm';
import { StaleNotice } from '@/components/StaleNotice';
import { toast } from '@/lib/toast';
import { useSaveStageType } from './mutations';
import { procedureQueries } from './queries';
import { Refusal } from './Refusal';

interface Props {
  /** The one that is changed; none for a new one. */
  stageType?: StageType;
  onClose: () => void;
}

/** Adds or renames a stage type (3 §5). */
export function StageTypeDialog({ stageType, onClose }: Props) {
  const [name, setName] = useState(stageType?.stage_type ?? '');
  const [attempted, setAttempted] = useState(false);
  const save = useSaveStageType(stageType?.stage_type_id);
  const stored = useStored(
    stageType,
    procedureQueries.stageType(stageType?.stage_type_id ?? 0),
    save.error,
  );
  const missing = attempted && !name.trim();
  const submit = () => {
    setAttempted(true);
    if (!name.trim()) {
      toast('Please enter the Stage Type Name.', 'warning');
      return;
    }
    save.mutate(
      { stage_type: name, row_version: stored.rowVersion },
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
      title={stageType ? 'Edit Stage Type' : 'Add Stage Type'}
      submitLabel={stageType ? 'Save Stage Type' : 'Add Stage Type'}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        autoFocus
        required
        label="Stage Type Name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={missing}
        helperText={missing ? 'Stage Type Name is required.' : 'It behaves as a Junction.'}
        slotProps={{ htmlInput: { maxLength: 100 } }}
        sx={{ mt: 1 }}
      />
      <Refusal error={save.error} />
      <StaleNotice
        stored={stored}
        read={stageType}
        describe={({ stage_type }) => [['Stage Type Name', stage_type]]}
        onTakeOver={({ stage_type }) => {
          setName(stage_type);
          save.reset();
        }}
      />
    </DialogForm>
  );
}
