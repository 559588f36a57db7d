import { api, body } from '@/api/client';
import { ApiError, hasReason, messageOf } from '@/api/errors';
import { useAct } from '@/api/useAct';
import { bareEmail } from '@/lib/emails';
import { provenIdentity } from '../providers/provenIdentity';
import { requireStrongPassword } from '../strength';
import { codeTimes, verification } from '../verification';
import { signUpDraft, type SignUpForm } from './draft';
import { registrationOf } from './form';

interface Sent {
  sentAt: string | null;
  resendAt: string | null;
  message: string;
  /** An earlier code is still valid. */
  before: boolean;
  /** No code could be sent. The next page offers to send it again. */
  unsent?: boolean;
}

async function askForCode(username: string): Promise<Sent> {
  try {
    const { message, ...sent } = body(
      await api.POST('/api/v1/users/signup', { body: { username } }),
    );
    return { ...codeTimes(sent), message, before: false };
  } catch (error) {
    if (error instanceof ApiError && hasReason(error, 'code_already_sent')) {
      const { sentAt = null, resendAt = null } = error;
      return { sentAt, resendAt, message: error.message, before: true };
    }
    if (hasReason(error, 'code_not_sent')) {
      const message = messageOf(error);
      return { sentAt: null, resendAt: null, message, before: false, unsent: true };
    }
    throw error;
  }
}

/** Requests the code that verifies the address, and keeps the form for the verification. */
export function useSignUp() {
  return useAct({
    mutationFn: async (form: SignUpForm) => {
      const { password, fname, middle_name, sname, org_email, organisation } = form;
      await requireStrongPassword({ password, fname, middle_name, sname, org_email, organisation });
      return askForCode(bareEmail(org_email));
    },
    onSuccess: ({ sentAt, resendAt, unsent, message }, form) => {
      signUpDraft.keep(form);
      const identity_token = provenIdentity.toRegister()?.token;
      verification.keepSecret({ signUp: { ...registrationOf(form), identity_token } });
      verification.begin('signUp', {
        subject: bareEmail(form.org_email),
        sentAt,
        resendAt,
        ...(unsent && { ended: message }),
      });
    },
  });
}
