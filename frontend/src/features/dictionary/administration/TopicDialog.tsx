import TextField from '@mui/material/TextField';
import { messageOf } from '@/api/errors';
import type { TopicRecord } from '@/api/models';
import { useStored } from '@/api/useStored';
import { DialogForm } from '@/components/DialogForm';
import { StaleNotice } from '@/components/StaleNotice';
import { toast } from '@/lib/toast';
import { useSaveTopic } from './mutations';
import { recordQueries } from './queries';
import { useRecordForm } from './useRecordForm';
import { YesNoField } from './YesNoField';

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

const describe = (topic: TopicRecord) =>
  [
    ['Topic', topic.topic],
    ['Description', topic.description],
    ['Active', topic.active === 1 ? 'Activate' : 'Deactivate'],
  ] as const;

interface Props {
  /** The one to change; nothing to add one. */
  topic?: TopicRecord;
  onClose: () => void;
}

/** Adds or changes a topic (3 §2.8, §5). */
export function TopicDialog({ topic, onClose }: Props) {
  const save = useSaveTopic(topic?.topic_id);
  const form = useRecordForm(topic ? valuesOf(topic) : empty, check, save.error);
  const { values, set, faultOf } = form;
  const stored = useStored(topic, recordQueries.topic(topic?.topic_id ?? 0), save.error);

  const submit = () => {
    const fault = form.attempt();
    if (fault) {
      toast(fault, 'warning');
      return;
    }
    save.mutate(
      { ...values, active: values.active ? 1 : 0, row_version: stored.rowVersion },
      {
        onSuccess: ({ message }) => {
          toast(message, 'success');
          onClose();
        },
        onError: (error) => toast(messageOf(error), 'warning'),
      },
    );
  };

  return (
    <DialogForm
      title={topic ? 'Edit Topic' : 'Add Topic'}
      submitLabel={topic ? 'Save Topic' : 'Add Topic'}
      pending={save.isPending}
      refusal={form.refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        id="topic-name"
        label="Topic"
        required
        autoFocus
        sx={{ mt: 1 }}
        value={values.topic}
        onChange={({ target }) => set('topic', target.value)}
        error={Boolean(faultOf('topic'))}
        helperText={faultOf('topic')}
      />
      <TextField
        id="topic-description"
        label="Description"
        required
        multiline
        minRows={3}
        maxRows={10}
        value={values.description}
        onChange={({ target }) => set('description', target.value)}
        error={Boolean(faultOf('description'))}
        helperText={faultOf('description')}
      />
      <YesNoField
        id="topic-active"
        label="Active"
        value={values.active}
        onChange={(value) => set('active', value)}
        yes="Activate"
        no="Deactivate"
      />
      <StaleNotice
        stored={stored}
        read={topic}
        describe={describe}
        onTakeOver={(now) => {
          form.fill(valuesOf(now));
          save.reset();
        }}
      />
    </DialogForm>
  );
}
