import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useImperativeHandle, useRef, useSyncExternalStore, type Ref } from 'react';
import { countdown } from '@/lib/dates';
import { visuallyHidden } from './looks';

/** Digits of a one-time code, and the milliseconds it lives (1 §9). */
export const CODE_LENGTH = 6;
export const CODE_LIFETIME = 300_000;

export interface CodeFieldHandle {
  /** Clears the field and returns to it, after a wrong code. */
  retry: () => void;
}

interface Props {
  id: string;
  value: string;
  onChange: (code: string) => void;
  /** When the code stops working, in milliseconds since 1970; null when none is live (a 605 resets to it). */
  expiresAt: number | null;
  onResend: () => void;
  resending?: boolean;
  error?: string;
  /** It takes the focus when it appears, unless the form has other fields to fill in first. */
  takesFocus?: boolean;
  ref?: Ref<CodeFieldHandle>;
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}

/** Milliseconds left, counted every second. */
function useTimeLeft(expiresAt: number | null): number {
  const now = useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000) * 1000);
  return expiresAt === null ? 0 : Math.max(0, expiresAt - now);
}

/** What a screen reader hears: the beginning, the last minute and the end, not every second. */
function announcement(left: number): string {
  if (left <= 0) return 'OTP has expired, send a new one below';
  return left > 60_000
    ? 'An OTP was sent. It is valid for 5 minutes.'
    : 'The OTP expires in a minute.';
}

/** Whether the focus is in a text that was begun. */
function isWriting(): boolean {
  const { activeElement: field } = document;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText && field.value !== '';
}

/**
 * The six digits of a one-time code with its countdown (1 §2.5, 2 §4). A pasted code works whatever stands between
 * its digits; an expired one offers to send another.
 */
export function CodeField(props: Props) {
  const { id, value, onChange, expiresAt, onResend, resending = false, error, ref } = props;
  const { takesFocus = true } = props;
  const input = useRef<HTMLInputElement>(null);
  const left = useTimeLeft(expiresAt);
  useEffect(() => {
    if (takesFocus && !isWriting()) input.current?.focus();
  }, [takesFocus]);
  useImperativeHandle(ref, () => ({
    retry: () => {
      onChange('');
      input.current?.focus();
    },
  }));
  return (
    <Box>
      <TextField
        id={id}
        label="OTP"
        required
        inputRef={input}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text').replace(/\D/g, '');
          if (pasted.length < CODE_LENGTH) return;
          event.preventDefault();
          onChange(pasted.slice(0, CODE_LENGTH));
        }}
        error={Boolean(error)}
        helperText={error ?? 'The 6 digits from the e-mail'}
        sx={{ maxWidth: 260 }}
        slotProps={{
          htmlInput: {
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            sx: {
              fontSize: '1.25rem',
              fontWeight: 600,
              letterSpacing: '0.35em',
              fontVariantNumeric: 'tabular-nums',
            },
          },
        }}
      />
      <Box sx={{ mt: 0.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <Typography
          variant="body2"
          sx={{
            fontVariantNumeric: 'tabular-nums',
            color: left > 0 ? 'text.secondary' : 'error.main',
          }}
        >
          {left > 0
            ? `OTP Expires in: ${countdown(left)}`
            : 'OTP has expired, send a new one below'}
        </Typography>
        {left <= 0 && (
          <Link
            component="button"
            type="button"
            variant="body2"
            onClick={onResend}
            disabled={resending}
            sx={{ fontWeight: 600 }}
          >
            Resend OTP
          </Link>
        )}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {announcement(left)}
      </Box>
    </Box>
  );
}
