import TextField from '@mui/material/TextField';

interface Props {
  label: string;
  /** The text of the choice without a value. */
  all: string;
  value: string;
  choices: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}

/** A filter or order with few choices. An unknown value is shown as the choice without a value. */
export function FilterChoice({ label, all, value, choices, onChange }: Props) {
  const known = choices.some(([choice]) => choice === value);
  return (
    <TextField
      select
      size="small"
      label={label}
      value={known ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ select: { native: true } }}
    >
      <option value="">{all}</option>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </TextField>
  );
}
