import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { VersionInput, VersionRecord } from '@/api/models';
import { fullName, useSession } from '@/api/session';
import { LimitedField } from '@/ui/LimitedField';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { limits } from '@/lib/limits';
import { useSaveVersion } from './mutations';
import { SourceChoice, type ChosenSource } from './SourceChoice';
import { recordQueries } from './queries';

interface Values {
  data_source: ChosenSource | null;
  message: string;
  /** The variables of a new version: all of the source, or none. */
  holds: 'all' | 'none';
}

const empty: Values = { data_source: null, message: '', holds: 'all' };

const valuesOf = (version: VersionRecord): Values => ({
  ...empty,
  data_source: { id: version.data_source, name: version.source },
  message: version.message,
});

const check = ({ data_source, message }: Values) => ({
  data_source: data_source ? undefined : 'Data Source is required',
  message: message.trim() ? undefined : 'Message is required',
});

const describe = ({ data_source, message }: Values, version?: VersionRecord) =>
  [
    ['Data Source', data_source?.name ?? ''],
    ['Message', message],
    ['Committed By', version?.committer ?? ''],
  ] as const;

interface Props {
  /** The version to change; absent to commit a new one. */
  version?: VersionRecord;
  /** The data source of a new version, until the user selects another. */
  source?: ChosenSource;
  onClose: () => void;
}

/** Commits a version of a data source, or changes one (3 §2.8, §5). */
export function VersionDialog({ version, source, onClose }: Props) {
  const save = useSaveVersion(version?.version_id);
  const session = useSession();
  const form = useRecordDialog({
    record: version,
    read: recordQueries.version(version?.version_id ?? 0),
    save,
    ...(source && { name: `add for ${source.id}` }),
    empty: { ...empty, data_source: source ?? null },
    valuesOf,
    check,
    inputOf: ({ data_source, message, holds }): VersionInput => ({
      data_source: data_source?.id,
      message,
      ...(!version && holds === 'none' && { variables: [] }),
      commited_by: session?.role?.assigned_role_id,
    }),
    describe,
    onClose,
  });
  return (
    <RecordDialog form={form} noun="Data Source Version">
      <DialogContentText>
        {session && `${fullName(session.user)} is shown as the committer.`}
      </DialogContentText>
      <SourceChoice {...form.field('data_source')} />
      <LimitedField
        limit={limits.VersionInputBody.message}
        {...form.text('message', 'Describe what has changed in the data source.')}
        label="Message"
        required
        multiline
        minRows={3}
        maxRows={10}
      />
      {!version && (
        <TextField
          select
          {...form.text(
            'holds',
            form.values.holds === 'all'
              ? 'Later changes do not affect the version.'
              : 'Open the version to add the variables that belong to it.',
          )}
          label="Contents"
        >
          <MenuItem value="all">All variables, as they are now</MenuItem>
          <MenuItem value="none">No variables yet</MenuItem>
        </TextField>
      )}
    </RecordDialog>
  );
}
