import TextField from '@mui/material/TextField';

interface Props {
  label: string;
  text: string;
}

/** What somebody was writing when it could no longer be sent: it can be read and copied. */
export function NotSent({ label, text }: Props) {
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
