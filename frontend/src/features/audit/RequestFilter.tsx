import TextField from '@mui/material/TextField';
import { useTypedSearch } from '@/lib/useTypedSearch';

/**
 * Returns the number in a reference of either form, or a plain number; undefined for any other
 * text.
 */
function requestOf(text: string): string | undefined {
  return /^(?:DAC00|REQ)?0*([1-9]\d{0,14})$/i.exec(text.trim())?.[1];
}

interface Props {
  /** A request_id; empty for no request. */
  value: string;
  onChange: (requestId: string) => void;
}

/** Filters by a Data Request, which is typed as its reference. */
export function RequestFilter({ value, onChange }: Props) {
  const shown = value && `DAC00${value}`;
  const { text, setText, searchPending } = useTypedSearch(shown, (typed) => {
    const id = requestOf(typed);
    if (id !== undefined) onChange(id);
    else if (!typed) onChange('');
  });
  const isWrong = text.trim() !== '' && requestOf(text) === undefined;
  return (
    <TextField
      label="Data Request"
      placeholder="DAC0012"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') searchPending();
      }}
      onBlur={searchPending}
      error={isWrong}
      helperText={isWrong ? 'Enter a reference, such as DAC0012.' : undefined}
      slotProps={{ htmlInput: { enterKeyHint: 'search' } }}
    />
  );
}
