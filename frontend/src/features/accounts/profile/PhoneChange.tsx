import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, body } from '@/api/client';
import { NetworkError } from '@/api/errors';
import { useAct } from '@/api/useAct';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import type { User } from '@/api/models';
import { paths } from '@/app/paths';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { product } from '@/lib/product';
import { toast } from '@/lib/toast';
import { phoneDigits } from '../rules';
import { usePhoneCheck } from '../signUp/usePhoneCheck';
import { codeTimes, usePendingCode, verification } from '../verification';
import { resendFault } from '../verify/codeFaults';

const UNREAL = 'The phone number does not exist or is not a real phone number.';
const TAKEN = `The Phone is already register on ${product.name}`;
const OWN = 'This is your current phone number. Please enter a new one.';

function PhoneRefused({ error, addEmail }: { error: Error; addEmail: boolean }) {
  if (error instanceof NetworkError) return <CallErrorAlert error={error} />;
  return (
    <Alert
      severity="error"
      action={
        // Without text messages, the code is sent by email. The server refuses if the account has
        // no address.
        addEmail && (
          <Button component={Link} to={paths.addEmail} color="inherit" size="small">
            Add Email
          </Button>
        )
      }
    >
      {resendFault(error)}
    </Alert>
  );
}

/** Asks for a new phone number (1 §5.5). The code is entered on /verifyPhone. */
export function PhoneChange({ user }: { user: User }) {
  const navigate = useNavigate();
  const pendingCode = usePendingCode('phone');
  const ownCode = pendingCode?.userId === user.user_id ? pendingCode : undefined;
  const input = useRef<HTMLInputElement>(null);
  const { check } = usePhoneCheck();
  const send = useAct({
    mutationFn: async (number: string) =>
      body(await api.POST('/api/v1/users/setting-otp', { body: { phone: number } })),
    onSuccess: ({ message, ...sent }, subject) => {
      verification.begin('phone', {
        subject,
        ...codeTimes(sent),
        note: message,
        userId: user.user_id,
      });
      toast(message, 'success');
      void navigate(paths.verifyPhone);
    },
  });

  const localError = (phone: string) => {
    if (!phone) return 'New Phone Number is required';
    return phone === user.phone ? OWN : undefined;
  };
  const serverError = async (phone: string) => {
    const verdict = await check(phone);
    if (verdict?.exists === false) return UNREAL;
    return verdict?.registered ? TAKEN : undefined;
  };
  const form = useRecordForm({
    name: 'new phone',
    initial: { phone: ownCode?.subject ?? '' },
    isOnPage: true,
    check: ({ phone }) => ({ phone: localError(phone) }),
    checkOnline: async ({ phone }) => ({ phone: await serverError(phone) }),
    quiet: true,
    save: send,
    inputOf: ({ phone }) => phone,
  });
  const { phone } = form.values;
  const checkOnBlur = async () => {
    const found = localError(phone) ?? (await serverError(phone));
    // Ignored if the number was changed meanwhile.
    if (found && input.current?.value === phone) form.setServerErrors({ phone: found }, false);
  };
  return (
    <Box component="form" noValidate onSubmit={form.onSubmit} sx={{ display: 'grid', gap: 2.5 }}>
      {form.refusal && <PhoneRefused error={form.refusal} addEmail={!user.org_email} />}
      <Typography>
        Your phone number is <strong>{user.phone}</strong>. You can sign in with it.
      </Typography>
      <TextField
        {...form.text('phone', 'With the code of the country, for example +256712345678')}
        label="New Phone Number"
        type="tel"
        autoComplete="tel"
        required
        inputRef={input}
        onChange={({ target }) => form.set('phone', phoneDigits(target.value))}
        onBlur={() => {
          if (phone) void checkOnBlur();
        }}
        slotProps={{ htmlInput: { inputMode: 'tel' } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button type="submit" variant="contained" size="large" loading={form.pending}>
          Send OTP
        </Button>
        {ownCode && (
          <Button component={Link} to={paths.verifyPhone}>
            Enter the code for {ownCode.subject}
          </Button>
        )}
      </Box>
    </Box>
  );
}
