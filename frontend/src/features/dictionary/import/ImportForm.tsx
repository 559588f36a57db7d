import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { LimitedField } from '@/components/LimitedField';
import { limits } from '@/lib/limits';
import type { ImportFiles, ImportFormat } from './calls';
import { MAX_IMPORT_SIZE } from './calls';
import { CsvField } from './CsvField';

/** What was typed and chosen so far. */
export interface Typed {
  source: string;
  format: ImportFormat;
  tables: File | null;
  variables: File | null;
}

export type Faults = Partial<Record<'source' | 'tables' | 'variables', string>>;

/** What is missing or too large; the server looks at all else. */
export function faultsOf({ source, tables, variables }: Typed): Faults {
  const faults: Faults = {};
  if (!source.trim()) faults.source = 'Source is required';
  if (!tables) faults.tables = 'Please choose the file of tables.';
  if (!variables) faults.variables = 'Please choose the file of variables.';
  if (tables && variables && tables.size + variables.size > MAX_IMPORT_SIZE) {
    faults.variables = 'The two files must not be larger than 64 MiB together';
  }
  return faults;
}

/** The same as a call takes it; nothing where a file is missing. */
export function filesOf({ source, format, tables, variables }: Typed): ImportFiles | null {
  return tables && variables ? { source: source.trim(), format, tables, variables } : null;
}

const formats: Record<ImportFormat, { label: string; tables: string; variables: string }> = {
  aditus: {
    label: 'Columns by the names of the fields',
    tables: 'The first line names at least tbl_name, table_type and tbl_description.',
    variables: 'The first line names at least tbl_name, var_name, data_type and meaning.',
  },
  omop: {
    label: 'OMOP Common Data Model',
    tables: 'The file table_level.csv of a version of the model.',
    variables: 'The file field_level.csv of the same version.',
  },
};

interface Props {
  typed: Typed;
  onChange: (typed: Typed) => void;
  faults: Faults;
  /** While the files are on their way. */
  disabled: boolean;
}

/** Into which data source, and from which files. */
export function ImportForm({ typed, onChange, faults, disabled }: Props) {
  const { source, format, tables, variables } = typed;
  const hints = formats[format];
  return (
    <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 760 }}>
      <LimitedField
        limit={limits.ImportForm.source}
        id="import-source"
        label="Data Source"
        required
        value={source}
        onChange={({ target }) => onChange({ ...typed, source: target.value })}
        error={Boolean(faults.source)}
        helperText={faults.source ?? 'One of this name is added where there is none.'}
        disabled={disabled}
      />
      <FormControl disabled={disabled}>
        <FormLabel id="import-format">Format</FormLabel>
        <RadioGroup
          row
          aria-labelledby="import-format"
          value={format}
          onChange={(_, value) => onChange({ ...typed, format: value as ImportFormat })}
        >
          {Object.entries(formats).map(([name, { label }]) => (
            <FormControlLabel key={name} value={name} control={<Radio />} label={label} />
          ))}
        </RadioGroup>
      </FormControl>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, minWidth: 0 }}>
        <CsvField
          id="import-tables"
          label="Tables"
          hint={hints.tables}
          value={tables}
          onChange={(file) => onChange({ ...typed, tables: file })}
          error={faults.tables}
          disabled={disabled}
        />
        <CsvField
          id="import-variables"
          label="Variables"
          hint={hints.variables}
          value={variables}
          onChange={(file) => onChange({ ...typed, variables: file })}
          error={faults.variables}
          disabled={disabled}
        />
      </Box>
    </Box>
  );
}
