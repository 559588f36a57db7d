import type { ActEntry } from '@/api/models';
import { product } from '@/lib/product';

type Actor = NonNullable<ActEntry['person']>;

/** What somebody is called today; by the number of the account where there is none of that number any more. */
export const nameOf = ({ user_id, name }: Actor): string => name ?? `Account ${user_id}`;

/** Who did it, to somebody who reads a part of the record. */
export function whoDid({ who, person }: ActEntry, readerId: number | undefined): string {
  if (person) return person.user_id === readerId ? 'You' : nameOf(person);
  if (who === 'product') return product.name;
  return who === 'stranger' ? 'Somebody who was not signed in' : 'Somebody else';
}

/** Whom it is about, where that is neither who did it nor the reader. */
export function whomAbout({ person, concerns }: ActEntry, readerId: number | undefined) {
  if (!concerns || concerns.user_id === readerId) return undefined;
  return concerns.user_id === person?.user_id ? undefined : nameOf(concerns);
}
