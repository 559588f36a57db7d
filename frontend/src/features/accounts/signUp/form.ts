import { z } from 'zod';
import type { Country, OrganizationOption, PasswordRules } from '@/api/models';
import { bareEmail } from '@/lib/emails';
import { trimmed, withPlainDigits } from '@/lib/typed';
import { emailField } from '../emailField';
import { areEqual, passwordPair, unequal } from '../passwordPair';
import type { Registration } from '../verification';
import type { SignUpForm } from './draft';

const required = (message: string) => z.string().trim().min(1, message);

/** What is wrong with the form itself (1 §5.2); numbers and domains are looked up on top. */
export const shapeOf = (rules: PasswordRules) =>
  z
    .object({
      fname: required('First Name is required'),
      middle_name: z.string().trim(),
      sname: required('Last Name is required'),
      country: required('Please select a country'),
      dialCode: z.string(),
      phone: required('Phone is required'),
      org_email: emailField,
      organisation: required('Organization is required'),
      registered: z.custom<OrganizationOption | null>(),
      designation: required('Occupation is required'),
      department: required('Department is required'),
      ...passwordPair(rules),
      confirm: z.string().min(1, 'Confirm Password is required'),
    })
    .refine((form) => !form.confirm || areEqual(form), unequal('Passwords do not match'));

/** The order of the fields: the first fault is the one that a toast tells. */
export const fieldOrder = [
  'fname',
  'sname',
  'middle_name',
  'country',
  'phone',
  'org_email',
  'organisation',
  'designation',
  'department',
  'password',
  'confirm',
] as const satisfies readonly (keyof SignUpForm)[];

/** What a toast says where it differs from the words at the field (decisions, "Wording"). */
export const toastWords: Partial<Record<string, string>> = {
  'Passwords do not match': 'The two passwords do not match',
  'The Phone does not exist': 'The entered Phone number does not exist / a real one',
};

/** The number as it is sent: with the country's prefix. */
export const fullPhone = ({ dialCode, phone }: Pick<SignUpForm, 'dialCode' | 'phone'>): string =>
  dialCode && phone ? `${dialCode}${phone}` : '';

/** What was pasted with the prefix of the chosen country loses it; anything but digits goes. */
export function localDigits(typed: string, dialCode: string): string {
  const plain = trimmed(withPlainDigits(typed));
  const digits = plain.replace(/\D/g, '');
  const prefix = dialCode.replace(/\D/g, '');
  const whole = plain.startsWith('+') && prefix && digits.startsWith(prefix);
  return (whole ? digits.slice(prefix.length) : digits).slice(0, 20);
}

/** The flag of a country: its two letters as regional indicators. */
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
