import type { TopicInput, TopicRecord } from '@/api/models';
import { LimitedField } from '@/ui/LimitedField';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { limits } from '@/lib/limits';
import { useSaveTopic } from './mutations';
import { recordQueries } from './queries';
import { YesNoField } from '@/ui/records/YesNoField';

const empty = { topic: '', description: '', active: true };

type Values = typeof empty;

const check = ({ topic, description }: Values) => ({
  topic: topic.trim() ? undefined : 'Please enter the Topic Name.',
  description: description.trim() ? undefined : 'Please enter the Description.',
});

const valuesOf = (topic: TopicRecord): Values => ({
  topic: topic.topic,
  description: topic.description,
  active: topic.active === 1,
});

const inputOf = (values: Values): TopicInput => ({ ...values, active: values.active ? 1 : 0 });

const describe = ({ topic, description, active }: Values) =>
  [
    ['Topic', topic],
    ['Description', description],
    ['Active', active ? 'Activate' : 'Deactivate'],
  ] as const;

interface Props {
  topic?: TopicRecord;
  onClose: () => void;
}

/** Adds or changes a topic (3 §2.8, §5). */
export function TopicDialog({ topic, onClose }: Props) {
  const save = useSaveTopic(topic?.topic_id);
  const form = useRecordDialog({
    record: topic,
    read: recordQueries.topic(topic?.topic_id ?? 0),
    save,
    empty,
    valuesOf,
    check,
    inputOf,
    toastsRefusal: true,
    describe,
    onClose,
  });
  return (
    <RecordDialog form={form} noun="Topic">
      <LimitedField
        limit={limits.TopicInputBody.topic}
        {...form.text('topic')}
        label="Topic"
        required
        autoFocus
        sx={{ mt: 1 }}
      />
      <LimitedField
        limit={limits.TopicInputBody.description}
        {...form.text('description')}
        label="Description"
        required
        multiline
        minRows={3}
        maxRows={10}
      />
      <YesNoField {...form.field('active')} label="Active" yes="Activate" no="Deactivate" />
    </RecordDialog>
  );
}
