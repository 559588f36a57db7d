import Box from '@mui/material/Box';
import type { KeyboardEvent } from 'react';
import type { SheetColumn } from './columns';

interface Props {
  column: SheetColumn;
  label: string;
  text: string;
  invalid: boolean;
  describedBy?: string;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onLeave: () => void;
}

const look = {
  width: '100%',
  boxSizing: 'border-box',
  font: 'inherit',
  color: 'inherit',
  bgcolor: 'background.paper',
  border: 0,
  outline: '2px solid',
  outlineColor: 'primary.main',
  outlineOffset: -2,
  px: 1,
  py: 0.75,
  minHeight: 40,
} as const;

/** The editor of a cell: a text field, text area or select, depending on the column. */
export function CellEditor(props: Props) {
  const { column, label, text, invalid, describedBy, onChange, onKeyDown, onLeave } = props;
  const common = {
    'aria-label': label,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    value: text,
    autoFocus: true,
    onKeyDown,
    onBlur: onLeave,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  } as const;
  if (column.kind === 'choice') {
    const known = column.choices?.includes(text) ?? false;
    return (
      <Box component="select" {...common} sx={look}>
        {!known && <option value={text}>{text}</option>}
        {column.choices?.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Box>
    );
  }
  if (column.kind === 'long') {
    return (
      <Box
        component="textarea"
        {...common}
        rows={3}
        onFocus={({ currentTarget }: { currentTarget: HTMLTextAreaElement }) =>
          currentTarget.setSelectionRange(text.length, text.length)
        }
        sx={{ ...look, resize: 'vertical', display: 'block' }}
      />
    );
  }
  return (
    <Box
      component="input"
      {...common}
      type="text"
      inputMode={column.kind === 'number' ? 'numeric' : undefined}
      placeholder={column.kind === 'date' ? '05 March 2026' : undefined}
      sx={look}
    />
  );
}
