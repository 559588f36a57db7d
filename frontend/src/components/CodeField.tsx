import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useImperativeHandle, useRef, useSyncExternalStore, type Ref } from 'react';
import { ApiError } from '@/api/errors';
import { codeIn, typedCode } from '@/lib/codes';
import { countdown } from '@/lib/dates';
import { serverNow } from '@/lib/serverTime';
import { visuallyHidden } from './looks';
import { CODE_LIFETIME } from '@/lib/codeLifetime';

export interface CodeFieldHandle {
  /** Clears the field and returns to it, after a wrong code. */
  retry: () => void;
}

interface Props {
  id: string;
  value: string;
  onChange: (code: string) => void;
  /** When the code stops working, in milliseconds since 1970 by the server's clock; null when none is live. */
  expiresAt: number | null;
  /** From when on the server sends another one; null for at once. */
  resendAt?: number | null;
  /** What is said when none is live, where that is not that it has expired. */
  ended?: string;
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

/** Whole seconds until a time of the server. */
function useSecondsUntil(time: number | null): number {
  return useSyncExternalStore(everySecond, () =>
    time === null ? 0 : Math.max(0, Math.ceil((time - serverNow()) / 1000)),
  );
}

/** From when on a call may be tried that was refused for coming too soon; null where it was refused for something else. */
export function retryAt(error: unknown): number | null {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined;
  return seconds === undefined ? null : serverNow() + seconds * 1000;
}

const EXPIRED = 'OTP has expired, send a new one below';

/** What a screen reader hears: the beginning, the last minute and the end, not every second. */
function announcement(left: number, ended: string): string {
  if (left <= 0) return ended;
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
 * The six digits of a one-time code with its countdown (1 §2.5, 2 §4). A pasted code is found in whatever is pasted with it; a text
 * without one changes nothing. Another one is offered as soon as the server would send it, for whoever got no mail.
 */
export function CodeField(props: Props) {
  const { id, value, onChange, expiresAt, resendAt = null, ended = EXPIRED } = props;
  const { onResend, resending = false, error, takesFocus = true, ref } = props;
  const input = useRef<HTMLInputElement>(null);
  // What is known of the server's clock is up to a second behind, and no code lives longer than it does.
  const left = Math.min(useSecondsUntil(expiresAt) * 1000, CODE_LIFETIME);
  const wait = useSecondsUntil(resendAt) * 1000;
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
        onChange={(event) => onChange(typedCode(event.target.value) ?? value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          const code = codeIn(pasted);
          // Digits alone may be a part of the code.
          if (!code && typedCode(pasted)) return;
          event.preventDefault();
          if (code) onChange(code);
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
          {left > 0 ? `OTP Expires in: ${countdown(left)}` : ended}
        </Typography>
        {(left <= 0 || wait <= 0) && (
          <Link
            component="button"
            type="button"
            variant="body2"
            onClick={onResend}
            disabled={resending || wait > 0}
            sx={{ fontWeight: 600, '&:disabled': { color: 'text.secondary', cursor: 'default' } }}
          >
            Resend OTP
          </Link>
        )}
        {wait > 0 && (
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {left > 0 ? 'No OTP yet? You can ask for another in' : 'in'} {countdown(wait)}
          </Typography>
        )}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {announcement(left, ended)}
      </Box>
    </Box>
  );
}
