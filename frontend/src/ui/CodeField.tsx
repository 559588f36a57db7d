import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useImperativeHandle, useRef, useSyncExternalStore, type Ref } from 'react';
import { ApiError } from '@/api/errors';
import { codeIn, typedCode } from '@/lib/codes';
import { countdown } from '@/lib/dates';
import { serverNow } from '@/lib/serverTime';
import { codeDigits, visuallyHidden } from './looks';
import { CODE_LIFETIME } from '@/lib/codeLifetime';
import { fieldHelp } from './fieldHelp';

export interface CodeFieldHandle {
  /** Clears and focuses the field after a wrong code. */
  retry: () => void;
}

interface Props {
  id: string;
  value: string;
  onChange: (code: string) => void;
  /**
   * Expiry of the code in milliseconds since 1970 by the server's clock. Null if no code is valid.
   */
  expiresAt: number | null;
  /** Time from which the server sends another code. Null for at once. */
  resendAt?: number | null;
  /** Message shown if no code is valid, instead of "expired". */
  ended?: string;
  onResend: () => void;
  resending?: boolean;
  error?: string;
  /** Focuses the field when it appears. False if the form has other fields to fill in first. */
  takesFocus?: boolean;
  ref?: Ref<CodeFieldHandle>;
}

function everySecond(tick: () => void): () => void {
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
}

/** Returns the whole seconds until a time by the server's clock. */
function useSecondsUntil(time: number | null): number {
  return useSyncExternalStore(everySecond, () =>
    time === null ? 0 : Math.max(0, Math.ceil((time - serverNow()) / 1000)),
  );
}

/** Returns the time from which a rate-limited call can be repeated. Null for other errors. */
export function retryAt(error: unknown): number | null {
  const seconds = error instanceof ApiError ? error.retryAfter : undefined;
  return seconds === undefined ? null : serverNow() + seconds * 1000;
}

const EXPIRED = 'OTP has expired, send a new one below';

/**
 * The text for screen readers. It changes at the start, before the last minute and at the end, not
 * every second.
 */
function announcement(left: number, ended: string): string {
  if (left <= 0) return ended;
  return left > 60_000
    ? 'An OTP was sent. It is valid for 5 minutes.'
    : 'The OTP expires in a minute.';
}

function isWriting(): boolean {
  const { activeElement: field } = document;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText && field.value !== '';
}

/**
 * A field for a six-digit one-time code, with its countdown (1 §2.5, 2 §4). Pasting extracts the
 * code from the surrounding text; text without a code changes nothing. Resending is offered as soon
 * as the server allows it, in case no email arrived.
 */
export function CodeField(props: Props) {
  const { id, value, onChange, expiresAt, resendAt = null, ended = EXPIRED } = props;
  const { onResend, resending = false, error, takesFocus = true, ref } = props;
  const input = useRef<HTMLInputElement>(null);
  // The estimate of the server's clock is up to a second behind, so the difference may exceed the
  // lifetime.
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
        helperText={fieldHelp(error, 'The 6 digits from the email')}
        sx={{ maxWidth: 260 }}
        slotProps={{
          htmlInput: {
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            sx: { ...codeDigits, letterSpacing: '0.35em' },
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
