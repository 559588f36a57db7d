import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo } from 'react';
import { useForm, useWatch, type FieldErrors } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { ApiError, EXTERNAL_ERROR, messageOf, NetworkError } from '@/api/errors';
import { paths } from '@/app/paths';
import { AccountName } from '@/components/AccountName';
import { PassingAlert } from '@/components/PassingAlert';
import { closeAccountDialog, openSignIn } from '@/lib/accountDialog';
import { toast } from '@/lib/toast';
import { usePasswordRules } from '../NewPassword';
import { signUpDraft, type SignUpForm } from './draft';
import { fieldOrder, fullPhone, shapeOf, toastWords } from './form';
import { OtherWay } from '../OtherWay';
import { PasswordPair } from '../PasswordPair';
import { PersonFields, PhonePair, WorkFields } from './fieldGroups';
import { UNKNOWN_DOMAIN, useDomainCheck } from './useDomainCheck';
import { usePhoneCheck } from './usePhoneCheck';
import { useSignUp } from './useSignUp';
import { weaknessOf } from '../strength';

/** Milliseconds in which the words about an older code can be read before the way leads on. */
const READING_TIME = 2500;

function tellFirst(errors: FieldErrors<SignUpForm>) {
  const first = fieldOrder.find((field) => errors[field]);
  const message = first && errors[first]?.message;
  if (message) toast(toastWords[message] ?? message, 'warning');
}

export function SignUpFields() {
  const navigate = useNavigate();
  const rules = usePasswordRules();
  const shape = useMemo(() => shapeOf(rules), [rules]);
  // Faults show when the form is sent: a line that appears when a field is left would move the button from under a click.
  const form = useForm<SignUpForm>({
    resolver: zodResolver(shape),
    defaultValues: signUpDraft.get(),
  });
  const { control, handleSubmit, setError, subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => signUpDraft.keep(values),
      }),
    [subscribe],
  );

  const [dialCode, typedPhone, email, registered] = useWatch({
    control,
    name: ['dialCode', 'phone', 'org_email', 'registered'],
  });
  const phone = usePhoneCheck(fullPhone({ dialCode, phone: typedPhone }));
  const domain = useDomainCheck(email, registered);
  const signUp = useSignUp();

  const goOn = () => {
    closeAccountDialog();
    void navigate(paths.otpPage);
  };
  const verifyOlder = () => {
    toast('Verify your OTP', 'warning');
    goOn();
  };
  const wasSentBefore = signUp.data?.before === true;
  useEffect(() => {
    if (!wasSentBefore) return;
    const timer = setTimeout(verifyOlder, READING_TIME);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for one answer
  }, [wasSentBefore]);

  const refuse = (field: keyof SignUpForm, message: string) => {
    setError(field, { message }, { shouldFocus: true });
    toast(toastWords[message] ?? message, 'warning');
  };
  const submit = async (values: SignUpForm) => {
    const verdict = await phone.check(fullPhone(values));
    if (verdict?.exists === false) return refuse('phone', 'The Phone does not exist');
    if (verdict?.registered) return refuse('phone', 'Phone number is already registered');
    if (await domain.isBlocked(values.org_email)) return refuse('org_email', UNKNOWN_DOMAIN);
    signUp.mutate(values, {
      onSuccess: ({ before, unsent, message }) => {
        if (before) return;
        toast(message, unsent ? 'warning' : 'success');
        goOn();
      },
      onError: (error) => {
        // The alert says what became of the connection; these are the words of 1 §8.
        if (error instanceof NetworkError) toast(EXTERNAL_ERROR, 'warning');
        const weakness = weaknessOf(error);
        if (weakness) refuse('password', weakness);
        const [message] = (error instanceof ApiError && error.errors.username) || [];
        if (message) setError('org_email', { message }, { shouldFocus: true });
      },
    });
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void handleSubmit(submit, tellFirst)(event)}
      sx={{ display: 'grid', gap: 2, pt: 0.5 }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        With an account you can ask for a role and then request data. We send a one-time code to
        your e-mail address to verify it.
      </Typography>
      <PersonFields control={control} />
      <PhonePair
        control={control}
        phone={phone}
        setValue={form.setValue}
        clearErrors={form.clearErrors}
      />
      <WorkFields
        control={control}
        domain={domain}
        setValue={form.setValue}
        clearErrors={form.clearErrors}
      />
      <AccountName name={email} />
      <PasswordPair control={control} rules={rules} label="Password" />

      {signUp.isError && !weaknessOf(signUp.error) && (
        <PassingAlert severity="error">{messageOf(signUp.error)}</PassingAlert>
      )}
      {wasSentBefore && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={verifyOlder}>
              Verify
            </Button>
          }
        >
          An OTP was already sent. Verify using that OTP
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={signUp.isPending || form.formState.isSubmitting}
        disabled={phone.registered || wasSentBefore}
      >
        Register
      </Button>
      <OtherWay question="Already have an account?" way="Sign In" onTake={openSignIn} />
    </Box>
  );
}
