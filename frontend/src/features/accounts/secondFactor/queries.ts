import type { SecondFactor } from '@/api/models';
import { getAs } from '@/api/query';

export const secondFactorQueries = {
  /** The caller's second factor. The banner of every screen reads it, too. */
  own: () =>
    getAs(
      '/api/v1/users/second-factor',
      {},
      'own',
      // A server of the previous version knows no passkeys.
      ({ data }): SecondFactor => ({
        ...data,
        passkeys: (data as Partial<SecondFactor>).passkeys ?? [],
        passkeys_available: (data as Partial<SecondFactor>).passkeys_available ?? false,
      }),
      { staleTime: 60_000 },
    ),
};

/** True if the account has a second factor: an app, or a passkey. */
export const hasFactor = ({ app_added_on, passkeys }: SecondFactor): boolean =>
  Boolean(app_added_on) || passkeys.length > 0;
