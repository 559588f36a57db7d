import { limits } from '@/lib/limits';
import type { DraftStaff, IdentificationType } from './draft';
import { Check, emailReason, isEmail, isPhone, type Fault } from './faults';

/** What the identification's upload asks for. */
export const identificationHint = {
  Passport: 'Please upload the Passport',
  'National ID': 'Please upload the National ID',
} as const;

/**
 * What is wrong with a member of staff, in the order of the toasts (2 §5, "Staff dialog"). `uploaded` is what the identification is
 * that lies on the server already, of a submitted request; there nobody can be saved who does not comply (2 §4).
 */
export function staffFaults(
  member: DraftStaff,
  identification: unknown,
  uploaded?: IdentificationType,
): Fault[] {
  const check = new Check();
  check.needs(
    member.first_name,
    'first_name',
    "Please enter the Staff's First Name.",
    'First Name is required.',
  );
  check.needs(
    member.surname,
    'surname',
    "Please enter the Staff's Surname.",
    'Surname is required.',
  );
  if (!isPhone(member.phone)) {
    check.add(
      'phone',
      "Please enter the Staff's Phone Number.",
      member.phone ? 'Enter 6 to 15 digits.' : 'Phone Number is required.',
    );
  }
  const typed = check.needs(
    member.email,
    'email',
    "Please enter the Staff's Email.",
    'Email is required.',
  );
  if (typed && !isEmail(member.email)) {
    check.add(
      'email',
      'Please enter a Valid Email.',
      emailReason(member.email) ?? 'Enter a valid email.',
    );
  }
  check.needs(
    member.identification_type,
    'identification_type',
    "Please select the Staff's Identification Type",
    'Identification Type is required.',
  );
  if (member.identification_type) {
    check.needs(
      member.identification_number,
      'identification_number',
      'Please enter the Identification Number since you selected a valid Identification Type.',
    );
  }
  check.needs(
    member.position_in_organisation,
    'position_in_organisation',
    "Please enter the Staff's Position in the Organisation",
    'Position in Organization is required.',
  );
  check.fits(member.first_name, 'first_name', 'First Name');
  check.fits(member.surname, 'surname', 'Surname');
  check.fits(member.email, 'email', 'Email', limits.StaffInput.email);
  check.fits(member.identification_number, 'identification_number', 'Identification Number');
  check.fits(
    member.position_in_organisation,
    'position_in_organisation',
    'Position in the Organisation',
  );
  if (member.confidentiality_protocols === null) {
    check.add(
      'confidentiality_protocols',
      'Please select an option whether the Staff member compiled with the Confidentiality Protocol.',
      'Confidentiality Protocols Status is required.',
    );
  }
  if (uploaded && member.confidentiality_protocols === false) {
    check.add(
      'confidentiality_protocols',
      'Somebody who does not comply with the Confidentiality Protocol cannot be saved. Remove this person from the list.',
    );
  }
  if (member.identification_type && member.identification_type !== uploaded) {
    check.needs(
      identification,
      'identification_file_path',
      identificationHint[member.identification_type],
    );
  }
  return check.faults;
}
