import { sessionStore } from '@/lib/externalStore';
import { isNullOr, isShape, isText } from '@/lib/shape';

/** A sign-in that continues at a provider. */
export interface Trip {
  provider: string;
  label: string;
}

/**
 * The last sign-in for which this tab left the application. It survives the way to the provider and
 * back. The secrets of the sign-in are in a cookie and at the server.
 */
export const trip = sessionStore<Trip | null>(
  'aditus.providerTrip',
  null,
  isNullOr(isShape<Trip>({ provider: isText, label: isText })),
);
