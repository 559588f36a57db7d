import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { fieldHelp } from '@/ui/fieldHelp';

interface Props<Value extends string | number> {
  id: string;
  label: string;
  value: Value | '';
  options: readonly { value: Value; name: string }[];
  onChange: (value: Value) => void;
  error?: string;
  help?: string;
  disabled?: boolean;
  required?: boolean;
}

/** A select field with few options. A value is shown once the options are loaded. */
export function ChoiceField<Value extends string | number>(props: Props<Value>) {
  const { id, label, value, options, onChange, error, help, disabled, required = true } = props;
  const isOffered = options.some((option) => option.value === value);
  return (
    <TextField
      select
      required={required}
      id={id}
      label={label}
      value={isOffered ? value : ''}
      onChange={({ target }) => onChange(target.value as Value)}
      error={Boolean(error)}
      helperText={fieldHelp(error, help)}
      disabled={disabled}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

export const yesOrNo = [
  { value: 'Yes', name: 'Yes' },
  { value: 'No', name: 'No' },
] as const;
