import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, useRef } from 'react';
import { ChosenFile } from '@/ui/ChosenFile';
import { FileDrop } from '@/ui/FileDrop';
import { fieldHelp } from '@/ui/fieldHelp';

interface Props {
  id: string;
  label: string;
  hint: string;
  value: File | null;
  onChange: (file: File | null) => void;
  error?: string;
  disabled: boolean;
}

/** A field for a CSV file, which is only uploaded when the form is sent. */
export function CsvField({ id, label, hint, value, onChange, error, disabled }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const textId = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <FileDrop
        id={id}
        label={label}
        required
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        takes="CSV in UTF-8, separated by commas, semicolons or tabs; at most 64 MiB in all"
        input={input}
        describedBy={textId}
        isWrong={Boolean(error)}
        isFilled={Boolean(value)}
        onTake={(file) => {
          if (file && !disabled) onChange(file);
        }}
      >
        {value && (
          <ChosenFile file={value}>
            <Button
              size="small"
              color="error"
              startIcon={<DeleteOutlined />}
              aria-label={`Remove ${value.name}`}
              disabled={disabled}
              onClick={() => {
                onChange(null);
                input.current?.focus();
              }}
            >
              Remove
            </Button>
          </ChosenFile>
        )}
      </FileDrop>
      <FormHelperText id={textId} error={Boolean(error)} sx={{ overflowWrap: 'anywhere' }}>
        {fieldHelp(error, hint)}
      </FormHelperText>
    </Box>
  );
}
