import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { LimitedField } from '@/ui/LimitedField';
import type { FieldErrors, RecordForm } from '@/ui/records/useRecordForm';
import { limits } from '@/lib/limits';
import type { ImportFiles, ImportFormat } from './calls';
import { MAX_IMPORT_SIZE } from './calls';
import { CsvField } from './CsvField';
import sampleTables from './samples/tables.csv?raw';
import sampleVariables from './samples/variables.csv?raw';

export interface ImportFormValues {
  source: string;
  format: ImportFormat;
  tables: File | null;
  variables: File | null;
  /** True if columns that the format does not define are ignored. */
  leaveUnknown: boolean;
  /** True if a newly added data source is published. */
  publish: boolean;
}

/** Returns the file of tables: null if it is missing, undefined if the format has none. */
const tablesOf = ({ format, tables }: ImportFormValues): File | null | undefined =>
  formats[format].tables ? tables : undefined;

/**
 * Returns the errors that the browser can find: missing and too large files. The server checks the
 * contents.
 */
export function faultsOf(typed: ImportFormValues): FieldErrors<ImportFormValues> {
  const { source, variables } = typed;
  const tables = tablesOf(typed);
  const faults: FieldErrors<ImportFormValues> = {};
  if (!source.trim()) faults.source = 'Source is required';
  if (tables === null) faults.tables = 'Please choose the file of tables.';
  if (!variables) faults.variables = 'Please choose the file of variables.';
  if (variables && (tables?.size ?? 0) + variables.size > MAX_IMPORT_SIZE) {
    faults.variables = tables
      ? 'The two files must not be larger than 64 MiB together'
      : 'The file must not be larger than 64 MiB';
  }
  return faults;
}

/** Returns values without errors as the call takes them. */
export const filesOf = (typed: ImportFormValues): ImportFiles => ({
  ...typed,
  source: typed.source.trim(),
  tables: tablesOf(typed) ?? null,
  variables: typed.variables!,
});

interface Format {
  label: string;
  /** The hint for the file of tables; absent if the format has none. */
  tables?: string;
  variables: string;
  samples?: { tables: string; variables: string };
}

const formats: Record<ImportFormat, Format> = {
  aditus: {
    label: 'Columns by the names of the fields',
    tables: 'The first line names at least tbl_name, table_type and tbl_description.',
    variables: 'The first line names at least tbl_name, var_name, data_type and meaning.',
    samples: { tables: sampleTables, variables: sampleVariables },
  },
  omop: {
    label: 'OMOP Common Data Model',
    tables: 'The file table_level.csv of a version of the model.',
    variables: 'The file field_level.csv of the same version.',
  },
  redcap: {
    label: 'REDCap data dictionary',
    variables: 'The data dictionary as REDCap exports it. Its forms become the tables.',
  },
};

/** Links to a sample file with every column of the format and a few rows. */
function Sample({ name, content }: { name: string; content: string }) {
  return (
    <Link
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(content)}`}
      download={name}
      variant="body2"
    >
      Download a sample of {name}
    </Link>
  );
}

export interface ImportFormProps {
  form: RecordForm<ImportFormValues>;
  onChange: <Field extends keyof ImportFormValues>(
    field: Field,
    value: ImportFormValues[Field],
  ) => void;
  /** True while the files are being uploaded. */
  disabled: boolean;
}

export function ImportForm({ form, onChange, disabled }: ImportFormProps) {
  const { format } = form.values;
  const hints = formats[format];
  return (
    <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 760 }}>
      <LimitedField
        limit={limits.ImportForm.source}
        {...form.text('source', 'If there is no data source with this name, it is added.')}
        label="Data Source"
        required
        onChange={({ target }) => onChange('source', target.value)}
        disabled={disabled}
      />
      <FormControl disabled={disabled}>
        <FormLabel id="import-format">Format</FormLabel>
        <RadioGroup
          row
          aria-labelledby="import-format"
          value={format}
          onChange={(_, value) => onChange('format', value as ImportFormat)}
        >
          {Object.entries(formats).map(([name, { label }]) => (
            <FormControlLabel key={name} value={name} control={<Radio />} label={label} />
          ))}
        </RadioGroup>
      </FormControl>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, minWidth: 0 }}>
        {hints.tables && (
          <CsvField
            {...form.field('tables')}
            label="Tables"
            hint={hints.tables}
            onChange={(file) => onChange('tables', file)}
            disabled={disabled}
          />
        )}
        <CsvField
          {...form.field('variables')}
          label={hints.tables ? 'Variables' : 'Data dictionary'}
          hint={hints.variables}
          onChange={(file) => onChange('variables', file)}
          disabled={disabled}
        />
      </Box>
      {hints.samples && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 }}>
          <Sample name="tables.csv" content={hints.samples.tables} />
          <Sample name="variables.csv" content={hints.samples.variables} />
          <Typography variant="body2" color="textSecondary" sx={{ flexBasis: '100%' }}>
            The samples have every column that can be read, in any order. Put each list in one cell,
            separated by semicolons.
          </Typography>
        </Box>
      )}
    </Box>
  );
}
