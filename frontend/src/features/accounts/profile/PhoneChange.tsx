import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, body } from '@/api/client';
import { ApiError, NetworkError } from '@/api/errors';
import { useAct } from '@/api/useAct';
import { CallRefused } from '@/components/CallRefused';
import type { User } from '@/api/models';
import { paths } from '@/app/paths';
import { useFormDraft } from '@/components/formDraft';
import { product } from '@/lib/product';
import { toast } from '@/lib/toast';
import { phoneDigits } from '../rules';
import { usePhoneCheck } from '../signUp/usePhoneCheck';
import { timesOf, useAwaited, verification } from '../verification';
import { resendFault } from '../verify/codeFaults';

const UNREAL = 'The phone number does not exist or is not a real phone number.';
const TAKEN = `The Phone is already register on ${product.name}`;
const OWN = 'This is your current phone number. Please enter a new one.';

/** Why no code was sent. */
function PhoneRefused({ error, addEmail }: { error: Error; addEmail: boolean }) {
  if (error instanceof NetworkError) return <CallRefused error={error} />;
  return (
    <Alert
      severity="error"
      action={
        // Without text messages the code goes to the account's address, and the server refuses where there is none.
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

/** A new phone number (1 §5.5); the code that was sent for it is entered on /verifyPhone. */
export function PhoneChange({ user }: { user: User }) {
  const navigate = useNavigate();
  const awaited = useAwaited('phone');
  const mine = awaited?.userId === user.user_id ? awaited : undefined;
  const [phone, setPhone] = useFormDraft('new phone', mine?.subject ?? '');
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { check } = usePhoneCheck();
  const refuse = (message: string) => {
    setFault(message);
    input.current?.focus();
  };
  const send = useAct({
    mutationFn: async (number: string) =>
      body(await api.POST('/api/v1/users/setting-otp', { body: { phone: number } })),
    onSuccess: ({ message, ...sent }, subject) => {
      verification.begin('phone', {
        subject,
        ...timesOf(sent),
        note: message,
        userId: user.user_id,
      });
      toast(message, 'success');
      void navigate(paths.verifyPhone);
    },
    onError: (error) => {
      const [message] = (error instanceof ApiError && error.errors.phone) || [];
      if (message) refuse(message);
    },
  });

  /** What is wrong with the number as far as it is known here. */
  const findFault = async (): Promise<string | undefined> => {
    if (!phone) return 'New Phone Number is required';
    if (phone === user.phone) return OWN;
    const verdict = await check(phone);
    if (verdict?.exists === false) return UNREAL;
    return verdict?.registered ? TAKEN : undefined;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = await findFault();
    if (found) refuse(found);
    else send.mutate(phone);
  };
  const atField = send.error instanceof ApiError && send.error.errors.phone;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ display: 'grid', gap: 2.5 }}
    >
      {send.error && !atField && <PhoneRefused error={send.error} addEmail={!user.org_email} />}
      <Typography>
        Your phone number is <strong>{user.phone}</strong>. You can sign in with it.
      </Typography>
      <TextField
        label="New Phone Number"
        type="tel"
        autoComplete="tel"
        required
        inputRef={input}
        value={phone}
        onChange={({ target }) => {
          setPhone(phoneDigits(target.value));
          setFault(undefined);
        }}
        onBlur={() => {
          if (!phone) return;
          const left = phone;
          void findFault().then((found) => {
            // A word about a number that was changed meanwhile comes too late.
            if (input.current?.value === left) setFault(found);
          });
        }}
        error={Boolean(fault)}
        helperText={fault ?? 'With the code of the country, for example +256712345678'}
        slotProps={{ htmlInput: { inputMode: 'tel' } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button type="submit" variant="contained" size="large" loading={send.isPending}>
          Send OTP
        </Button>
        {mine && (
          <Button component={Link} to={paths.verifyPhone}>
            Enter the code for {mine.subject}
          </Button>
        )}
      </Box>
    </Box>
  );
}
