import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { DateField } from '@/ui/DateField';
import { YesNoField } from '@/ui/records/YesNoField';
import { originNames, type Origin, type OriginValues } from './values';

interface Props {
  /** The id of the first number field, which is focused on an error. */
  id: string;
  origin: Origin;
  value: OriginValues;
  onChange: (value: OriginValues) => void;
  error?: string;
}

/** The fields for the records of one origin, from which the data quality is assessed. */
export function OriginFields({ id, origin, value, onChange, error }: Props) {
  const name = originNames[origin];
  const set = (part: Partial<OriginValues>) => onChange({ ...value, ...part });
  const day = (field: 'earliest' | 'latest', label: string) => (
    <DateField
      id={`table-${origin}_${field}_record`}
      label={`${label}, ${name}`}
      value={value[field]}
      onChange={(text) => set({ [field]: text })}
    />
  );
  const amount = (field: 'total' | 'valid', label: string) => (
    <TextField
      id={field === 'total' ? id : `table-${origin}_${field}_records`}
      label={`${label}, ${name}`}
      value={value[field]}
      onChange={({ target }) => set({ [field]: target.value })}
      error={Boolean(error)}
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
    />
  );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <YesNoField
        id={`table-in_${name}`}
        label={`In ${name}`}
        value={value.included}
        onChange={(included) => set({ included })}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        {day('earliest', 'Earliest record')}
        {day('latest', 'Latest record')}
        {amount('total', 'Total records')}
        {amount('valid', 'Valid records')}
      </Box>
      {error && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}
