import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

interface Props {
  id: string;
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
  /** What the choice means, or what is wrong with it. */
  help?: string;
  error?: boolean;
  yes?: string;
  no?: string;
}

/** A choice between Yes and No, or two words that mean the same. */
export function YesNoField(props: Props) {
  const { id, label, value, onChange, help, error = false, yes = 'Yes', no = 'No' } = props;
  return (
    <TextField
      select
      id={id}
      label={label}
      value={value ? 'yes' : 'no'}
      onChange={({ target }) => onChange(target.value === 'yes')}
      error={error}
      helperText={help}
    >
      <MenuItem value="yes">{yes}</MenuItem>
      <MenuItem value="no">{no}</MenuItem>
    </TextField>
  );
}
