import type { PasswordRules } from '@/api/models';
import { bareEmail, emailFault, isEmail } from '@/lib/emails';
import { trimmed, withPlainDigits } from '@/lib/textInput';

/** Returns the domain of an email address, or undefined if the address is invalid. */
export const domainOf = (email: string): string | undefined =>
  isEmail(email) ? bareEmail(email).split('@')[1]?.toLowerCase() : undefined;

/** The password rules until the server's are loaded (decisions A10). */
export const usualPasswordRules: PasswordRules = {
  min_length: 8,
  max_length: 128,
  special_characters: '!@#$%^&*()_+-=[]{};\':"\\|,.<>/?~`',
};

export interface PasswordHint {
  message: string;
  met: boolean;
}

const count = (text: string) => Array.from(text).length;

/** Returns the four hints of the specification, in its order (1 §5.2). */
export function passwordHints(password: string, rules: PasswordRules): PasswordHint[] {
  return [
    {
      message: 'Minimum 8 characters required',
      met: count(password) >= rules.min_length,
    },
    { message: 'Lowercase character required', met: /\p{Lowercase}/u.test(password) },
    { message: 'Uppercase character required', met: /\p{Uppercase}/u.test(password) },
    {
      message: 'Special character required',
      met: Array.from(password).some((character) => rules.special_characters.includes(character)),
    },
  ];
}

/** True if a new password has everything but a digit. The digit has no hint of its own. */
export const lacksOnlyDigit = (password: string, rules: PasswordRules): boolean =>
  passwordHints(password, rules).every(({ met }) => met) && !/[0-9]/.test(password);

/** Returns the error of a new password, or undefined. A digit is also required, but has no hint. */
export function passwordFault(password: string, rules: PasswordRules): string | undefined {
  if (!password) return 'Password is required';
  const missing = passwordHints(password, rules).find(({ met }) => !met);
  if (missing) return missing.message;
  if (!/[0-9]/.test(password)) return 'Number character required';
  if (count(password) > rules.max_length) return `Maximum ${rules.max_length} characters allowed`;
  return undefined;
}

export const emailError = (typed: string): string | undefined =>
  bareEmail(typed) ? emailFault(typed) : 'Email is required';

interface PasswordPair {
  password: string;
  confirm: string;
}

export const pairErrors = ({ password, confirm }: PasswordPair, rules: PasswordRules) => ({
  password: passwordFault(password, rules),
  confirm: password === confirm ? undefined : 'Password and Confirm Password should be equal',
});

/** Returns the digits, with a leading + if it was typed (1 §5.5). */
export const phoneDigits = (typed: string): string =>
  (/^[+＋]/.test(trimmed(typed)) ? '+' : '') + withPlainDigits(typed).replace(/\D/g, '');
