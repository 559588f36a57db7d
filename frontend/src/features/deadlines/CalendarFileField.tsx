import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, useRef } from 'react';
import { ChosenFile } from '@/ui/ChosenFile';
import { FileDrop } from '@/ui/FileDrop';

interface Props {
  id: string;
  value: File | null;
  onChange: (file: File) => void;
  error?: string;
}

/** A field for a calendar file. A chosen file can be replaced. */
export function CalendarFileField({ id, value, onChange, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <FileDrop
        id={id}
        label="Calendar file"
        required
        accept=".ics,text/calendar"
        takes="iCalendar (.ics), at most 1 MB"
        input={input}
        describedBy={textId}
        isWrong={Boolean(error)}
        isFilled={Boolean(value)}
        onTake={(file) => {
          if (file) onChange(file);
        }}
      >
        {/* Lets the dialog detect that a file was chosen, and ask before it closes. */}
        <input type="hidden" value={value ? `${value.name} ${value.size}` : ''} />
        {value && (
          <ChosenFile file={value}>
            {/* The keyboard and screen readers use the input. */}
            <Button size="small" aria-hidden tabIndex={-1} onClick={() => input.current?.click()}>
              Choose another file
            </Button>
          </ChosenFile>
        )}
      </FileDrop>
      <FormHelperText
        id={textId}
        error={Boolean(error)}
        role={error ? 'alert' : undefined}
        sx={{ overflowWrap: 'anywhere' }}
      >
        {error}
      </FormHelperText>
    </Box>
  );
}
