import { z } from 'zod';
import { bareEmail, emailFault } from '@/lib/emails';

/** An e-mail address in a form: as it was typed while it is, and as it is sent afterwards. */
export const emailField = z
  .string()
  .transform(bareEmail)
  .superRefine((email, context) => {
    const message = email ? emailFault(email) : 'Email is required';
    if (message) context.addIssue({ code: 'custom', message });
  });
