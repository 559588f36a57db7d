import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, body } from '@/api/client';
import { ApiError, fieldErrors, hasReason, isTooMany, messageOf } from '@/api/errors';
import { withPassword } from '@/api/password';
import { useAct } from '@/api/useAct';
import { emailInput } from '@/ui/emailInput';
import { LimitedField } from '@/ui/LimitedField';
import { TemporaryAlert } from '@/ui/TemporaryAlert';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { bareEmail, emailFault } from '@/lib/emails';
import { limits } from '@/lib/limits';
import { product } from '@/lib/product';
import { toast } from '@/lib/toast';
import { accountQueries } from './queries';
import { codeTimes, usePendingCode, verification } from './verification';
import { CodeForm } from './verify/CodeForm';
import { codeFault, resendFault, unlessServerFault } from './verify/codeFaults';

interface Props {
  userId: number;
  current?: string | null;
  label: string;
  /**
   * The messages for an empty address and an empty code, which differ between the two screens (1
   * §5.5).
   */
  missing: { address: string; code: string };
  onChanged: () => void;
}

const askForCode = async (address: string) =>
  body(await api.POST('/api/v1/users/setting-otp', { body: { org_email: address } }));

/** Verifies the new address with its code (decisions A5). */
const prove = (address: string, otp: string) =>
  api.POST('/api/v1/users/verify-otp', { body: { username: address, otp } });

const change = async (address: string) =>
  body(
    await api.PATCH('/api/v1/users/update-user-email', {
      body: { org_email: address, email_is_verified: true },
    }),
  );

const explain = (error: unknown) =>
  codeFault(
    error,
    unlessServerFault(error, 'You have entered an incorrect otp. Please try again.'),
  );

/**
 * Returns the message of a refusal that does not concern the address: no code could be sent (1 §8).
 */
function refusalOf(error: Error): string {
  const showsOwnMessage = hasReason(error, 'password_needed') || isTooMany(error);
  return error instanceof ApiError && !showsOwnMessage
    ? 'Failed to send an otp to the entered email address.'
    : messageOf(error);
}

const errorsOf = (error: Error): Record<string, string> => {
  const { org_email: address } = fieldErrors(error);
  return address === undefined ? {} : { address };
};

/** Changes the email address in two steps: first the address, then the code that was sent to it. */
export function EmailChange({ userId, current, label, missing, onChanged }: Props) {
  const client = useQueryClient();
  const pendingCode = usePendingCode('email');
  const input = useRef<HTMLInputElement>(null);
  /** The verified address. It is not verified twice, because its code can be used only once. */
  const proven = useRef('');
  const send = useAct({
    mutationFn: askForCode,
    onSuccess: ({ message, ...sent }, subject) => {
      verification.begin('email', { subject, ...codeTimes(sent), userId });
      toast(message, 'success');
    },
  });
  const errorIn = (address: string) => (bareEmail(address) ? emailFault(address) : missing.address);
  const form = useRecordForm({
    name: 'new email',
    initial: { address: pendingCode?.userId === userId ? pendingCode.subject : '' },
    isOnPage: true,
    check: ({ address }) => ({ address: errorIn(address) }),
    quiet: true,
    save: send,
    inputOf: ({ address }) => bareEmail(address),
    errorsOf,
  });

  if (pendingCode?.userId === userId) {
    return (
      <>
        <Typography sx={{ mb: 2.5, overflowWrap: 'anywhere' }}>
          We sent a code to <strong>{pendingCode.subject}</strong>. Your address changes once you
          verify the code.
        </Typography>
        <CodeForm
          flow="email"
          missing={missing.code}
          verify={async (otp) => {
            if (proven.current !== pendingCode.subject) await prove(pendingCode.subject, otp);
            proven.current = pendingCode.subject;
            const { message } = await withPassword(() => change(pendingCode.subject));
            proven.current = '';
            toast(message, 'success');
            form.resetTo({ address: '' });
            onChanged();
            verification.end('email');
            void client.invalidateQueries({ queryKey: accountQueries.all });
          }}
          explain={explain}
          resend={async () => {
            const sent = await withPassword(() => askForCode(pendingCode.subject));
            proven.current = '';
            return { ...codeTimes(sent), message: `Sent an OTP to ${pendingCode.subject}` };
          }}
          explainResend={resendFault}
          back={<Button onClick={() => verification.end('email')}>Use another address</Button>}
        />
      </>
    );
  }

  const typed = bareEmail(form.values.address);
  const checkOnBlur = async () => {
    const wrong = errorIn(typed);
    if (wrong) {
      form.setServerErrors({ address: wrong }, false);
      return;
    }
    if (current?.toLowerCase() === typed.toLowerCase()) return;
    const registered = await client
      .fetchQuery(accountQueries.emailRegistered(typed))
      .catch(() => false);
    // Ignored if the address was changed meanwhile.
    if (registered && bareEmail(input.current?.value ?? '') === typed) {
      form.setServerErrors(
        { address: `The Email Address is already register on ${product.name}` },
        false,
      );
    }
  };
  return (
    <Box component="form" noValidate onSubmit={form.onSubmit} sx={{ display: 'grid', gap: 2.5 }}>
      {form.refusal && (
        <TemporaryAlert severity="error" error={form.refusal}>
          {refusalOf(form.refusal)}
        </TemporaryAlert>
      )}
      {current && (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          Your email address is <strong>{current}</strong>. We send one-time codes and decisions to
          this address.
        </Typography>
      )}
      <LimitedField
        {...form.text('address', 'We send a one-time code there to check that it is yours')}
        limit={limits.EmailBody.org_email}
        label={label}
        slotProps={{ htmlInput: emailInput }}
        autoComplete="email"
        required
        inputRef={input}
        onBlur={() => {
          if (typed) void checkOnBlur();
        }}
      />
      <Box>
        <Button type="submit" variant="contained" size="large" loading={form.pending}>
          Send OTP
        </Button>
      </Box>
    </Box>
  );
}
