import Box from '@mui/material/Box';
import TextField, { type OutlinedTextFieldProps } from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { lengthOf, lengthWords } from '@/lib/limits';
import { visuallyHidden } from './looks';

/** Milliseconds of rest before a screen reader says how much is left. */
const SAID_AFTER = 1000;

/** The same words once typing rests. */
function useRested(words: string | undefined): string | undefined {
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), SAID_AFTER);
    return () => clearTimeout(timer);
  }, [words]);
  return rested;
}

export interface LimitedFieldProps extends Omit<OutlinedTextFieldProps, 'variant' | 'value'> {
  value: string;
  /** The most characters that the server takes. */
  limit: number;
}

/**
 * A text field that keeps whatever is typed or pasted, and says near the limit how many characters are left or too many. While
 * there are too many, its form cannot be sent.
 */
export function LimitedField({ limit, ...field }: LimitedFieldProps) {
  const { value, error, helperText } = field;
  const root = useRef<HTMLDivElement>(null);
  const words = lengthWords(value, limit);
  const said = useRested(words);
  const isTooLong = lengthOf(value) > limit;

  useEffect(() => {
    const input = root.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      'input, textarea:not([aria-hidden])',
    );
    const form = input?.form;
    if (!isTooLong || !form) return undefined;
    // On the form itself, so that no form has to ask: React listens further up and does not hear of it.
    const refuse = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      input.focus();
    };
    form.addEventListener('submit', refuse, { capture: true });
    return () => form.removeEventListener('submit', refuse, { capture: true });
  }, [isTooLong]);

  return (
    <>
      <TextField
        {...field}
        ref={root}
        error={error === true || isTooLong}
        helperText={
          words ? (
            <>
              {helperText && (
                <Box component="span" sx={{ display: 'block' }}>
                  {helperText}
                </Box>
              )}
              <Box component="span" sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}>
                {words}
              </Box>
            </>
          ) : (
            helperText
          )
        }
      />
      {words && (
        <Box role="status" sx={visuallyHidden}>
          {said}
        </Box>
      )}
    </>
  );
}
