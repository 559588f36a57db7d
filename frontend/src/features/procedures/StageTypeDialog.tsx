import type { StageType, StageTypeInput } from '@/api/models';
import { LimitedField } from '@/ui/LimitedField';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { limits } from '@/lib/limits';
import { useSaveStageType } from './mutations';
import { procedureQueries } from './queries';
import { Refusal } from './Refusal';

const empty = { stage_type: '' };

type Values = typeof empty;

const valuesOf = ({ stage_type }: StageType): Values => ({ stage_type });

const check = ({ stage_type }: Values) => ({
  stage_type: stage_type.trim()
    ? undefined
    : { beside: 'Stage Type Name is required.', toast: 'Please enter the Stage Type Name.' },
});

const inputOf = (values: Values): StageTypeInput => values;

const describe = ({ stage_type }: Values) => [['Stage Type Name', stage_type]] as const;

interface Props {
  stageType?: StageType;
  onClose: () => void;
}

/** Adds or renames a stage type (3 §5). */
export function StageTypeDialog({ stageType, onClose }: Props) {
  const save = useSaveStageType(stageType?.stage_type_id);
  const form = useRecordDialog({
    record: stageType,
    read: procedureQueries.stageType(stageType?.stage_type_id ?? 0),
    save,
    empty,
    valuesOf,
    check,
    inputOf,
    describe,
    onClose,
  });
  return (
    <RecordDialog form={form} noun="Stage Type" refusal={<Refusal error={form.error} />}>
      <LimitedField
        {...form.text('stage_type', 'It behaves as a Junction.')}
        limit={limits.StageTypeInputBody.stage_type}
        autoFocus
        required
        label="Stage Type Name"
        sx={{ mt: 1 }}
      />
    </RecordDialog>
  );
}
