import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { SourceInput, SourceRecord } from '@/api/models';
import { LimitedField } from '@/ui/LimitedField';
import { RecordDialog } from '@/ui/records/RecordDialog';
import { useRecordDialog } from '@/ui/records/useRecordDialog';
import { PasswordField } from '@/ui/PasswordField';
import { limits } from '@/lib/limits';
import { useSaveSource } from './mutations';
import { recordQueries } from './queries';
import { YesNoField } from '@/ui/records/YesNoField';

/** The types that 3 §5 lists. */
const DATABASE_TYPES = [
  'Relational',
  'NoSQL',
  'Network',
  'Object-Oriented',
  'Centralized',
  'Graph',
  'Document/JSON',
  'Cloud',
] as const;

const empty = {
  source: '',
  description: '',
  db_type: '',
  dbms: '',
  db_host: '',
  db_username: '',
  db_password: '',
  has_aggregate_data: false,
  publish: false,
  /** True to delete the stored password. */
  forget: false,
};

type Values = typeof empty;

const valuesOf = (source: SourceRecord): Values => ({
  ...empty,
  source: source.source,
  description: source.description,
  db_type: source.db_type,
  dbms: source.dbms,
  db_host: source.db_host ?? '',
  db_username: source.db_username ?? '',
  has_aggregate_data: source.has_aggregate_data,
  publish: source.publish,
});

const check = ({ source, description, db_type, dbms }: Values) => ({
  source: source.trim() ? undefined : 'Source is required',
  description: description.trim() ? undefined : 'Description is required',
  db_type: db_type ? undefined : 'Database Type is required',
  dbms: dbms.trim() ? undefined : 'Database Management System is required',
});

/** An empty password deletes the stored one; without a password it is kept. */
const inputOf = ({ forget, db_password, db_type, ...others }: Values): SourceInput => ({
  ...others,
  // Safe: the value is from the list above, or the stored one.
  db_type: db_type as SourceInput['db_type'],
  db_password: forget ? '' : db_password || undefined,
});

/** Describes the state of the password, because the password itself is never shown. */
function passwordWords({ forget, db_password }: Values, source?: SourceRecord): string {
  if (forget) return '';
  if (db_password) return 'a new one';
  return source?.has_db_password ? 'stored' : '';
}

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

const describe = (values: Values, source?: SourceRecord) =>
  [
    ['Source', values.source],
    ['Description', values.description],
    ['Database Type', values.db_type],
    ['Database Management System', values.dbms],
    ['Host', values.db_host],
    ['Username', values.db_username],
    ['Password', passwordWords(values, source)],
    ['Has Aggregate Data', yesOrNo(values.has_aggregate_data)],
    ['Publish', yesOrNo(values.publish)],
  ] as const;

interface Props {
  source?: SourceRecord;
  onClose: () => void;
}

/** Adds or changes a data source (3 §2.8, §5). The stored password is never shown. */
export function SourceDialog({ source, onClose }: Props) {
  const save = useSaveSource(source?.data_source_id);
  const form = useRecordDialog({
    record: source,
    read: recordQueries.source(source?.data_source_id ?? 0),
    save,
    empty,
    valuesOf,
    check,
    inputOf,
    describe,
    secrets: ['db_password'],
    onClose,
  });
  const { values } = form;
  const hasPassword = (form.latestRecord ?? source)?.has_db_password ?? false;

  const textOf = (field: 'source' | 'description' | 'dbms' | 'db_host' | 'db_username') => ({
    ...form.text(field),
    limit: limits.SourceInputBody[field],
  });

  const passwordHelp = hasPassword
    ? 'A password is stored. Leave this empty to keep it.'
    : 'It is stored encrypted, and never shown again.';
  return (
    <RecordDialog form={form} noun="Data Source" title={source && `Edit ${source.source}`}>
      <LimitedField {...textOf('source')} label="Source" required autoFocus sx={{ mt: 1 }} />
      <LimitedField
        {...textOf('description')}
        label="Description"
        required
        multiline
        minRows={3}
        maxRows={8}
      />
      <TextField select required {...form.text('db_type')} label="Database Type">
        {DATABASE_TYPES.map((type) => (
          <MenuItem key={type} value={type}>
            {type}
          </MenuItem>
        ))}
      </TextField>
      <LimitedField {...textOf('dbms')} label="Database Management System" required />
      <LimitedField {...textOf('db_host')} label="Host" />
      <LimitedField {...textOf('db_username')} label="Username" autoComplete="off" />
      <PasswordField
        {...form.text('db_password', passwordHelp)}
        label="Password"
        required={false}
        autoComplete="new-password"
        disabled={values.forget}
      />
      {hasPassword && (
        <FormControlLabel
          label="Remove the stored password"
          control={
            <Checkbox
              checked={values.forget}
              onChange={(_, forget) => form.set('forget', forget)}
            />
          }
        />
      )}
      <YesNoField {...form.field('has_aggregate_data')} label="Has Aggregate Data" />
      <YesNoField
        {...form.field('publish')}
        label="Publish"
        help={
          values.publish
            ? 'Everyone sees it in the data dictionary and can request its data.'
            : 'Only Super Users see it, and no one can request its data. Requests already under way continue.'
        }
      />
    </RecordDialog>
  );
}
