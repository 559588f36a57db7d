import { fold } from './fold';
import { withPlainDigits } from './textInput';

/**
 * Finds duplicates in the lists of a request, by the same rules as the server
 * (`domain/src/requests/duplicates.rs`).
 */

export interface Person {
  first_name: string;
  surname: string;
  email: string;
  identification_number: string;
}

/** The people of a request who are not staff. */
export interface Responsible {
  requester: Person;
  /** Null if the requester is the principal investigator. */
  principal: Person | null;
}

type Kind = 'name' | 'email' | 'number';

const separators = /[^\p{L}\p{N}]/gu;

const keys: Record<Kind, (text: string) => string> = {
  name: fold,
  email: (text) => text.trim().toLowerCase(),
  number: (text) => withPlainDigits(text).replaceAll(separators, '').toLowerCase(),
};

export function isSame(kind: Kind, one: string, other: string): boolean {
  const key = keys[kind](one);
  return key !== '' && key === keys[kind](other);
}

const nameOf = ({ first_name, surname }: Person) => `${first_name} ${surname}`.trim();

const isPerson = (one: Person, other: Person): boolean =>
  isSame('email', one.email, other.email) || isSame('name', nameOf(one), nameOf(other));

function sharedField(one: Person, other: Person): string | undefined {
  if (isSame('number', one.identification_number, other.identification_number)) {
    return 'identification number';
  }
  if (isSame('email', one.email, other.email)) return 'email address';
  return isSame('name', nameOf(one), nameOf(other)) ? 'name' : undefined;
}

/**
 * Returns warnings about duplicates of a member of staff that is being edited. `others` are the
 * other rows of the list.
 */
export function duplicatesOfMember(
  member: Person,
  others: readonly Person[],
  { requester, principal }: Responsible,
): string[] {
  const warnings = others.flatMap((other) => {
    const what = sharedField(member, other);
    return what ? [`${nameOf(other)} has the same ${what} and is in the list already.`] : [];
  });
  if (isPerson(member, requester)) warnings.push('This is the requester.');
  if (principal && isPerson(member, principal))
    warnings.push('This is the principal investigator.');
  return warnings;
}

/**
 * Returns warnings about devices with the same serial number. `others` are the other rows of the
 * list.
 */
export const duplicatesOfDevice = (
  serialNumber: string,
  others: readonly { equipment_name: string; serial_number: string }[],
): string[] =>
  others
    .filter(({ serial_number }) => isSame('number', serialNumber, serial_number))
    .map(
      (other) => `${other.equipment_name} has the same serial number and is in the list already.`,
    );
