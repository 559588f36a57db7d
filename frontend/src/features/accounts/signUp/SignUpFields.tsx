import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { EXTERNAL_ERROR, fieldErrors, NetworkError } from '@/api/errors';
import { paths } from '@/app/paths';
import { AccountName } from '@/shared/accounts/AccountName';
import { TemporaryAlert } from '@/ui/TemporaryAlert';
import { useRecordForm } from '@/ui/records/useRecordForm';
import { closeAccountDialog, openSignIn, useAccountDialog } from '@/lib/accountDialog';
import { toast } from '@/lib/toast';
import { usePasswordRules } from '../NewPassword';
import { provenIdentity, useProvenIdentity } from '../providers/provenIdentity';
import { signUpDraft, type SignUpForm } from './draft';
import { check, fullPhone, phoneError } from './form';
import { SwitchFormLink } from '../SwitchFormLink';
import { PasswordPair } from '../PasswordPair';
import { PersonFields, PhonePair, WorkFields } from './fieldGroups';
import { isDomainBlocked, UNKNOWN_DOMAIN, useDomainCheck } from './useDomainCheck';
import { usePhoneCheck } from './usePhoneCheck';
import { useSignUp } from './useSignUp';
import { weakPasswordAdvice } from '../strength';

/** Milliseconds for which the notice about an earlier code is shown before the redirect. */
const READING_TIME = 2500;

/**
 * Assigns an error to its field: a weak password, or the address, which the call names `username`.
 */
function errorsOf(error: Error): Record<string, string> {
  const weakness = weakPasswordAdvice(error);
  if (weakness !== undefined) return { password: weakness };
  const { username } = fieldErrors(error);
  return username === undefined ? {} : { org_email: username };
}

/** Keeps the form in the session storage when it changes. */
function useSignUpDraft(values: SignUpForm) {
  const typed = JSON.stringify({ ...values, password: '', confirm: '' });
  const keep = useEffectEvent(() => signUpDraft.keep(values));
  useEffect(() => {
    if (typed !== JSON.stringify(signUpDraft.get())) keep();
  }, [typed]);
}

export function SignUpFields() {
  const navigate = useNavigate();
  const isOverPage = useAccountDialog() !== null;
  const rules = usePasswordRules();
  const signUp = useSignUp();
  const phone = usePhoneCheck();
  const client = useQueryClient();
  const identity = useProvenIdentity();
  const linked = identity?.aim === 'register' ? identity.label : undefined;

  const openCodePage = () => {
    closeAccountDialog();
    // The entry with which Back closes the dialog is not left behind.
    void navigate(paths.otpPage, { replace: isOverPage });
  };
  const verifyEarlierCode = () => {
    toast('Verify your OTP', 'warning');
    openCodePage();
  };
  // Errors appear on submit: a line that appears on blur would move the button while it is clicked.
  const form = useRecordForm({
    name: 'sign up',
    initial: signUpDraft.get,
    secrets: ['password', 'confirm'],
    check: (values) => check(values, rules),
    checkOnline: async (values) => {
      const wrong = phoneError(await phone.check(fullPhone(values)));
      if (wrong) return { phone: wrong };
      const blocked = await isDomainBlocked(client, values.org_email, values.registered);
      return { org_email: blocked ? UNKNOWN_DOMAIN : undefined };
    },
    save: signUp,
    inputOf: (values) => values,
    errorsOf,
    onSaved: ({ before, unsent, message }) => {
      if (before) return;
      toast(message, unsent ? 'warning' : 'success');
      openCodePage();
    },
    onRefused: (error) => {
      // The alert has the message of the network error. The toast has the text of 1 §8.
      if (error instanceof NetworkError) toast(EXTERNAL_ERROR, 'warning');
      const weakness = weakPasswordAdvice(error);
      if (weakness) toast(weakness, 'warning');
    },
  });
  const { values } = form;
  useSignUpDraft(values);
  const domain = useDomainCheck(values.org_email, values.registered);

  const wasSentBefore = signUp.data?.before === true;
  useEffect(() => {
    if (!wasSentBefore) return;
    const timer = setTimeout(verifyEarlierCode, READING_TIME);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for one answer
  }, [wasSentBefore]);

  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.onSubmit}
      sx={{ display: 'grid', gap: 2, pt: 0.5 }}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        With an account, you can request a role and then data. We send a one-time code to your email
        address to verify it.
      </Typography>
      {linked !== undefined && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" size="small" onClick={provenIdentity.forget}>
              Don&rsquo;t link
            </Button>
          }
          // On a phone, the button is below the text.
          sx={{ flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 190px' } }}
        >
          Your new account will be linked with {linked}, so that you can sign in with it.
        </Alert>
      )}
      <PersonFields form={form} />
      <PhonePair form={form} phone={phone} />
      <WorkFields form={form} domain={domain} />
      <AccountName name={values.org_email} />
      <PasswordPair form={form} rules={rules} label="Password" />

      {form.refusal && <TemporaryAlert severity="error" error={form.refusal} />}
      {wasSentBefore && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={verifyEarlierCode}>
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
        loading={form.pending}
        disabled={phone.verdictOf(fullPhone(values))?.registered === true || wasSentBefore}
      >
        Register
      </Button>
      <SwitchFormLink
        question="Already have an account?"
        label="Sign In"
        onSwitch={linked === undefined ? openSignIn : provenIdentity.signInToLink}
      />
    </Box>
  );
}
