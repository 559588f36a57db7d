import TextField from '@mui/material/TextField';

interface Props {
  label: string;
  text: string;
}

/** Unsent text that can no longer be sent. It can be read and copied. */
export function UnsentText({ label, text }: Props) {
  return (
    <TextField
      label={label}
      multiline
      maxRows={8}
      fullWidth
      value={text}
      slotProps={{ input: { readOnly: true } }}
    />
  );
}
