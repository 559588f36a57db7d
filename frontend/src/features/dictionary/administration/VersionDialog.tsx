import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import type { VersionRecord } from '@/api/models';
import { fullName, useSession } from '@/api/session';
import { useStored } from '@/api/useStored';
import { DialogForm } from '@/components/DialogForm';
import { StaleNotice } from '@/components/StaleNotice';
import { toast } from '@/lib/toast';
import { useSaveVersion } from './mutations';
import { SourceChoice, type ChosenSource } from './SourceChoice';
import { recordQueries } from './queries';
import { useRecordForm } from './useRecordForm';

interface Values {
  data_source: ChosenSource | null;
  message: string;
}

const empty: Values = { data_source: null, message: '' };

const valuesOf = (version: VersionRecord): Values => ({
  data_source: { id: version.data_source, name: version.source },
  message: version.message,
});

const check = ({ data_source, message }: Values) => ({
  data_source: data_source ? undefined : 'Data Source is required',
  message: message.trim() ? undefined : 'Message is required',
});

const describe = (version: VersionRecord) =>
  [
    ['Data Source', version.source],
    ['Message', version.message],
    ['Committed By', version.committer],
  ] as const;

interface Props {
  /** The one to change; nothing to add one. */
  version?: VersionRecord;
  onClose: () => void;
}

/** Commits a version of a data source, or changes one (3 §2.8, §5). */
export function VersionDialog({ version, onClose }: Props) {
  const save = useSaveVersion(version?.version_id);
  const form = useRecordForm(version ? valuesOf(version) : empty, check, save.error);
  const { values, set, faultOf } = form;
  const stored = useStored(version, recordQueries.version(version?.version_id ?? 0), save.error);
  const session = useSession();

  const submit = () => {
    const fault = form.attempt();
    if (fault) {
      toast(fault, 'warning');
      return;
    }
    save.mutate(
      {
        data_source: values.data_source?.id,
        message: values.message,
        commited_by: session?.role?.assigned_role_id,
        row_version: stored.rowVersion,
      },
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
      title={version ? 'Edit Data Source Version' : 'Add Data Source Version'}
      submitLabel={version ? 'Save Data Source Version' : 'Add Data Source Version'}
      pending={save.isPending}
      refusal={form.refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText>
        {session && `${fullName(session.user)} is shown as who committed it.`}
      </DialogContentText>
      <SourceChoice
        value={values.data_source}
        onChange={(chosen) => set('data_source', chosen)}
        error={faultOf('data_source')}
      />
      <TextField
        id="version-message"
        label="Message"
        required
        multiline
        minRows={3}
        maxRows={10}
        value={values.message}
        onChange={({ target }) => set('message', target.value)}
        error={Boolean(faultOf('message'))}
        helperText={faultOf('message') ?? 'What has changed in the data source.'}
      />
      <StaleNotice
        stored={stored}
        read={version}
        describe={describe}
        onTakeOver={(now) => {
          form.fill(valuesOf(now));
          save.reset();
        }}
      />
    </DialogForm>
  );
}
