import type { Country, PasswordRules } from '@/api/models';
import type { FieldErrors } from '@/ui/records/useRecordForm';
import { bareEmail } from '@/lib/emails';
import { trimmed, withPlainDigits } from '@/lib/textInput';
import { emailError, passwordFault } from '../rules';
import type { Registration } from '../verification';
import type { SignUpForm } from './draft';

type Text = Exclude<keyof SignUpForm, 'registered'>;

/** The toasts that differ from the error at the field (decisions, "Wording"). */
const toasts: Readonly<Record<string, string>> = {
  'Passwords do not match': 'The two passwords do not match',
  'The Phone does not exist': 'The entered Phone number does not exist / a real one',
};

export const toastOf = (message: string): string => toasts[message] ?? message;

const error = (message: string | undefined) =>
  message === undefined ? undefined : { beside: message, toast: toastOf(message) };

/**
 * Returns the errors of the form, in the order of its fields (1 §5.2). Phone numbers and domains
 * are checked online as well.
 */
export function check(form: SignUpForm, rules: PasswordRules): FieldErrors<SignUpForm> {
  const required = (field: Text, message: string) => (form[field].trim() ? undefined : message);
  const differs = form.confirm !== form.password ? 'Passwords do not match' : undefined;
  return {
    fname: required('fname', 'First Name is required'),
    sname: required('sname', 'Last Name is required'),
    country: required('country', 'Please select a country'),
    phone: required('phone', 'Phone is required'),
    org_email: emailError(form.org_email),
    organisation: required('organisation', 'Organization is required'),
    designation: required('designation', 'Occupation is required'),
    department: required('department', 'Department is required'),
    password: passwordFault(form.password, rules),
    confirm: error(form.confirm ? differs : 'Confirm Password is required'),
  };
}

export function phoneError(verdict: { exists: boolean; registered: boolean } | undefined) {
  if (verdict?.exists === false) return error('The Phone does not exist');
  return verdict?.registered ? 'Phone number is already registered' : undefined;
}

/** Returns the phone number in the form that is sent, with the dial code. */
export const fullPhone = ({ dialCode, phone }: Pick<SignUpForm, 'dialCode' | 'phone'>): string =>
  dialCode && phone ? `${dialCode}${phone}` : '';

/**
 * Returns the digits of a phone number, without the chosen country's dial code if it was pasted
 * with it.
 */
export function localDigits(typed: string, dialCode: string): string {
  const plain = trimmed(withPlainDigits(typed));
  const digits = plain.replace(/\D/g, '');
  const prefix = dialCode.replace(/\D/g, '');
  const whole = plain.startsWith('+') && prefix && digits.startsWith(prefix);
  return (whole ? digits.slice(prefix.length) : digits).slice(0, 20);
}

/** Returns the flag of a country: its two letters as regional indicators. */
export const flagOf = (country: Country): string =>
  String.fromCodePoint(
    ...Array.from(country.code.toUpperCase(), (letter) => 0x1f1a5 + letter.charCodeAt(0)),
  );

export function registrationOf(form: SignUpForm): Registration {
  return {
    fname: form.fname.trim(),
    middle_name: form.middle_name.trim(),
    sname: form.sname.trim(),
    phone: fullPhone(form),
    org_email: bareEmail(form.org_email),
    ...(form.registered
      ? { org: form.registered.org_id }
      : { tentative_organization: form.organisation.trim() }),
    designation: form.designation.trim(),
    department: form.department.trim(),
    password: form.password,
  };
}
