import { useMutation } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { ApiError } from '@/api/errors';
import { verification } from '../verification';
import { registrationOf, signUpDraft, type SignUpForm } from './form';

interface Sent {
  sentAt: string | null;
  message: string;
  /** A code that was sent before is still good (601). */
  before: boolean;
}

async function askForCode(username: string): Promise<Sent> {
  try {
    const { data, message } = body(await api.POST('/api/v1/users/signup', { body: { username } }));
    return { sentAt: data ?? null, message, before: false };
  } catch (error) {
    if (error instanceof ApiError && error.code === 601) {
      return { sentAt: error.sentAt ?? null, message: error.message, before: true };
    }
    throw error;
  }
}

/** Asks for the code that proves the address, and keeps the form for the verification. */
export function useSignUp() {
  return useMutation({
    mutationFn: (form: SignUpForm) => askForCode(form.org_email.trim()),
    onSuccess: ({ sentAt }, form) => {
      signUpDraft.keep(form);
      verification.keepSecret({ signUp: registrationOf(form) });
      verification.begin('signUp', { subject: form.org_email.trim(), sentAt });
    },
  });
}
