import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { fieldHelp } from '@/ui/fieldHelp';

interface Props {
  id: string;
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  help?: string;
  error?: string;
  yes?: string;
  no?: string;
  disabled?: boolean;
}

/** A choice between Yes and No, or between two other labels. */
export function YesNoField(props: Props) {
  const { id, label, value, onChange, help, error, yes = 'Yes', no = 'No' } = props;
  const { disabled = false } = props;
  return (
    <TextField
      select
      id={id}
      label={label}
      value={value ? 'yes' : 'no'}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value === 'yes')}
      error={error !== undefined}
      helperText={fieldHelp(error, help)}
    >
      <MenuItem value="yes">{yes}</MenuItem>
      <MenuItem value="no">{no}</MenuItem>
    </TextField>
  );
}
