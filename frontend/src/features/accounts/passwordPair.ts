import { z } from 'zod';
import type { PasswordRules } from '@/api/models';
import { passwordFault } from './rules';

/** The two fields of a new password. */
export const passwordPair = (rules: PasswordRules) => ({
  password: z.string().superRefine((password, context) => {
    const fault = passwordFault(password, rules);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  }),
  confirm: z.string(),
});

/** Whether both hold the same. */
export const areEqual = ({ password, confirm }: { password: string; confirm: string }): boolean =>
  password === confirm;

/** Where it is said that they do not, also while other fields are at fault. */
export const unequal = (error: string) => ({ path: ['confirm'], error, when: () => true });
