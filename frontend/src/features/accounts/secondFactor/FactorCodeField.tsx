import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useEffect, useRef } from 'react';
import { codeDigits } from '@/ui/looks';

type Props = TextFieldProps & {
  /** True if a recovery code is expected, which has letters. */
  recovery?: boolean;
};

/** A field for a code of the authenticator app, or for a recovery code. */
export function FactorCodeField({ recovery = false, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // The next code replaces a wrong one.
  useEffect(() => {
    if (field.error) input.current?.select();
  }, [field.error]);
  return (
    <TextField
      {...field}
      label={recovery ? 'Recovery code' : 'Code'}
      required
      inputRef={input}
      slotProps={{
        htmlInput: {
          inputMode: recovery ? 'text' : 'numeric',
          autoComplete: recovery ? 'off' : 'one-time-code',
          autoCapitalize: 'characters',
          spellCheck: false,
          sx: { ...codeDigits, letterSpacing: recovery ? '0.1em' : '0.25em' },
        },
      }}
    />
  );
}
