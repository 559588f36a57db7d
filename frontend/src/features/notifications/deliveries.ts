import type { MailChoice } from '@/api/models';

/** A choice of the time at which the emails of a kind come. */
export type Delivery = NonNullable<MailChoice['delivery']>;

/** The choices with their names, in order. */
export const deliveries: readonly (readonly [delivery: Delivery, name: string])[] = [
  ['immediately', 'Immediately'],
  ['daily', 'Once a day'],
  ['weekly', 'Once a week'],
  ['never', 'Never'],
];
