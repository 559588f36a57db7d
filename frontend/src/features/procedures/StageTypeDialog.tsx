import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { StageType } from '@/api/models';
import { DialogForm } from '@/components/DialogForm';
import { toast } from '@/lib/toast';
import { useSaveStageType } from './mutations';
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
  const missing = attempted && !name.trim();
  const submit = () => {
    setAttempted(true);
    if (!name.trim()) {
      toast('Please enter the Stage Type Name.', 'warning');
      return;
    }
    save.mutate(name, {
      onSuccess: ({ message }) => {
        toast(message, 'success');
        onClose();
      },
    });
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
    </DialogForm>
  );
}
