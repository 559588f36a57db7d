import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { SourceInput, SourceRecord } from '@/api/models';
import { LimitedField } from '@/components/LimitedField';
import { RecordDialog } from '@/components/records/RecordDialog';
import { useRecordDialog } from '@/components/records/useRecordDialog';
import { PasswordField } from '@/components/PasswordField';
import { limits } from '@/lib/limits';
import { useSaveSource } from './mutations';
import { recordQueries } from './queries';
import { YesNoField } from '@/components/records/YesNoField';

/** 3 §5. */
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
  /** The password that is stored is to be taken away. */
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

/** An empty password takes away what is stored; none leaves it. */
const inputOf = ({ forget, db_password, db_type, ...others }: Values): SourceInput => ({
  ...others,
  // Chosen from the list above, or as it is stored.
  db_type: db_type as SourceInput['db_type'],
  db_password: forget ? '' : db_password || undefined,
});

const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

const describe = (source: SourceRecord) =>
  [
    ['Source', source.source],
    ['Description', source.description],
    ['Database Type', source.db_type],
    ['Database Management System', source.dbms],
    ['Host', source.db_host ?? ''],
    ['Username', source.db_username ?? ''],
    ['Password', source.has_db_password ? 'stored' : ''],
    ['Has Aggregate Data', yesOrNo(source.has_aggregate_data)],
    ['Publish', yesOrNo(source.publish)],
  ] as const;

interface Props {
  /** The one to change; nothing to add one. */
  source?: SourceRecord;
  onClose: () => void;
}

/** Adds or changes a data source (3 §2.8, §5). What is stored as its password is never shown. */
export function SourceDialog({ source, onClose }: Props) {
  const save = useSaveSource(source?.data_source_id);
  const { values, set, faultOf, stored, frame } = useRecordDialog({
    record: source,
    read: recordQueries.source(source?.data_source_id ?? 0),
    save,
    empty,
    valuesOf,
    check,
    inputOf,
    secrets: ['db_password'],
    onClose,
  });
  const hasPassword = (stored.now ?? source)?.has_db_password ?? false;

  const textOf = (field: 'source' | 'description' | 'dbms' | 'db_host' | 'db_username') => ({
    id: `data-source-${field}`,
    limit: limits.SourceInputBody[field],
    value: values[field],
    onChange: ({ target }: { target: { value: string } }) => set(field, target.value),
    error: Boolean(faultOf(field)),
    helperText: faultOf(field),
  });

  const passwordHelp = hasPassword
    ? 'A password is stored. Leave this empty to keep it.'
    : 'It is stored encrypted, and never shown again.';
  return (
    <RecordDialog
      frame={frame}
      noun="Data Source"
      title={source && `Edit ${source.source}`}
      describe={describe}
    >
      <LimitedField {...textOf('source')} label="Source" required autoFocus sx={{ mt: 1 }} />
      <LimitedField
        {...textOf('description')}
        label="Description"
        required
        multiline
        minRows={3}
        maxRows={8}
      />
      <TextField
        select
        required
        id="data-source-db_type"
        label="Database Type"
        value={values.db_type}
        onChange={({ target }) => set('db_type', target.value)}
        error={Boolean(faultOf('db_type'))}
        helperText={faultOf('db_type')}
      >
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
        id="data-source-db_password"
        label="Password"
        required={false}
        autoComplete="new-password"
        disabled={values.forget}
        value={values.db_password}
        onChange={({ target }) => set('db_password', target.value)}
        error={Boolean(faultOf('db_password'))}
        helperText={faultOf('db_password') ?? passwordHelp}
      />
      {hasPassword && (
        <FormControlLabel
          label="Remove the stored password"
          control={
            <Checkbox checked={values.forget} onChange={(_, forget) => set('forget', forget)} />
          }
        />
      )}
      <YesNoField
        id="data-source-has_aggregate_data"
        label="Has Aggregate Data"
        value={values.has_aggregate_data}
        onChange={(value) => set('has_aggregate_data', value)}
      />
      <YesNoField
        id="data-source-publish"
        label="Publish"
        value={values.publish}
        onChange={(value) => set('publish', value)}
        help={
          values.publish
            ? 'Everybody sees it in the data dictionary and can request its data.'
            : 'Only Super Users see it; nobody can request its data. Requests that run go on.'
        }
      />
    </RecordDialog>
  );
}
