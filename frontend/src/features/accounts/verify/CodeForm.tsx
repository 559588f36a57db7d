import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { CodeField, retryAt, type CodeFieldHandle } from '@/ui/CodeField';
import { TemporaryAlert } from '@/ui/TemporaryAlert';
import { CODE_LENGTH } from '@/lib/codes';
import { toast } from '@/lib/toast';
import type { CodeFault } from './codeFaults';
import {
  codeExpiry,
  codeResendTime,
  usePendingCode,
  verification,
  type Flow,
} from '../verification';

export interface Sent {
  sentAt: string | null;
  resendAt: string | null;
  message: string;
}

interface Props {
  flow: Flow;
  /** The message for an empty field, which differs from screen to screen (decisions, "Wording"). */
  missing: string;
  /** Sends the code. It throws the error of the call. */
  verify: (otp: string) => Promise<void>;
  explain: (error: unknown) => CodeFault;
  resend: () => Promise<Sent>;
  explainResend: (error: unknown) => string;
  submitLabel?: string;
  back?: ReactNode;
}

/**
 * The field for the six digits with its countdown, and the button (1 §2.5). A wrong code clears the
 * field and focuses it.
 */
export function CodeForm(props: Props) {
  const { flow, missing, verify, explain, resend, explainResend, submitLabel, back } = props;
  const id = useId();
  const pendingCode = usePendingCode(flow);
  const [otp, setOtp] = useState('');
  const [fault, setFault] = useState<string>();
  const [refused, setRefused] = useState<{ error: unknown; message: string }>();
  const [resendFailed, setResendFailed] = useState(false);
  const [busy, setBusy] = useState<'verifying' | 'sending'>();
  const field = useRef<CodeFieldHandle>(null);
  // Limits the form to one call at a time. `busy` alone is rendered only after the first click of a
  // double click.
  const running = useRef(false);
  const begin = (what: 'verifying' | 'sending'): boolean => {
    if (running.current) return false;
    running.current = true;
    setBusy(what);
    return true;
  };
  const end = () => {
    running.current = false;
    setBusy(undefined);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRefused(undefined);
    setFault(undefined);
    if (otp.length < CODE_LENGTH) {
      setFault(missing);
      document.getElementById(`${id}-otp`)?.focus();
      return;
    }
    if (!begin('verifying')) return;
    try {
      await verify(otp);
    } catch (error) {
      const { message, dead, ended, ofForm } = explain(error);
      if (dead) verification.update(flow, { sentAt: null, ended });
      if (ofForm) {
        setResendFailed(false);
        setRefused({ error, message });
      } else {
        setFault(message);
        field.current?.retry();
      }
    } finally {
      end();
    }
  };

  const sendAgain = async () => {
    if (!begin('sending')) return;
    setRefused(undefined);
    setFault(undefined);
    try {
      const { message, ...times } = await resend();
      verification.update(flow, { ...times, ended: undefined });
      toast(message, 'success');
      field.current?.retry();
    } catch (error) {
      const later = retryAt(error);
      if (later !== null) verification.update(flow, { resendAt: new Date(later).toISOString() });
      setResendFailed(true);
      setRefused({ error, message: explainResend(error) });
    } finally {
      end();
    }
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      {refused && (
        <TemporaryAlert
          severity="error"
          error={refused.error}
          onRetry={resendFailed ? () => void sendAgain() : undefined}
        >
          {refused.message}
        </TemporaryAlert>
      )}
      <CodeField
        id={`${id}-otp`}
        ref={field}
        value={otp}
        onChange={setOtp}
        expiresAt={codeExpiry(pendingCode)}
        resendAt={codeResendTime(pendingCode)}
        ended={pendingCode?.ended}
        onResend={() => void sendAgain()}
        resending={busy === 'sending'}
        error={fault}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Button type="submit" variant="contained" size="large" loading={busy === 'verifying'}>
          {submitLabel ?? 'VERIFY'}
        </Button>
        {back}
      </Box>
    </Box>
  );
}
