import Box from '@mui/material/Box';
import TextField, { type OutlinedTextFieldProps } from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { lengthOf, lengthMessage } from '@/lib/limits';
import { visuallyHidden } from './looks';

/** Milliseconds without typing before a screen reader announces the characters left. */
const ANNOUNCE_DELAY_MS = 1000;

/** Returns the text once it has not changed for a while. */
function useDebounced(message: string | undefined): string | undefined {
  const [debounced, setDebounced] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(message), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return debounced;
}

export interface LimitedFieldProps extends Omit<OutlinedTextFieldProps, 'variant' | 'value'> {
  value: string;
  /** Maximum number of characters that the server accepts. */
  limit: number;
}

/**
 * A text field that keeps all input, even if it is too long. Near the limit it shows the number of
 * characters left or in excess. While the text is too long, its form cannot be submitted.
 */
export function LimitedField({ limit, ...field }: LimitedFieldProps) {
  const { value, error, helperText } = field;
  const root = useRef<HTMLDivElement>(null);
  const message = lengthMessage(value, limit);
  const announcement = useDebounced(message);
  const isTooLong = lengthOf(value) > limit;

  useEffect(() => {
    const input = root.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      'input, textarea:not([aria-hidden])',
    );
    const form = input?.form;
    if (!isTooLong || !form) return undefined;
    // Listens on the form itself and stops the event, so that React, which listens further up,
    // never sees it and no form needs a check of its own.
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
          message ? (
            <>
              {helperText && (
                <Box component="span" sx={{ display: 'block' }}>
                  {helperText}
                </Box>
              )}
              <Box component="span" sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}>
                {message}
              </Box>
            </>
          ) : (
            helperText
          )
        }
      />
      {message && (
        <Box role="status" sx={visuallyHidden}>
          {announcement}
        </Box>
      )}
    </>
  );
}
