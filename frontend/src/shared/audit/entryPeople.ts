import type { ActEntry } from '@/api/models';
import { product } from '@/lib/product';

type Actor = NonNullable<ActEntry['person']>;

/** Returns the current name of an account, or its number if it has no name any more. */
export const accountName = ({ user_id, name }: Actor): string => name ?? `Account ${user_id}`;

/** Returns the actor of an entry, as shown to the reader. */
export function actorName({ who, person }: ActEntry, readerId: number | undefined): string {
  if (person) return person.user_id === readerId ? 'You' : accountName(person);
  if (who === 'product') return product.name;
  return who === 'stranger' ? 'Someone who was not signed in' : 'Someone else';
}

/** Returns the person that an entry is about, unless it is the actor or the reader. */
export function subjectName({ person, concerns }: ActEntry, readerId: number | undefined) {
  if (!concerns || concerns.user_id === readerId) return undefined;
  return concerns.user_id === person?.user_id ? undefined : accountName(concerns);
}
