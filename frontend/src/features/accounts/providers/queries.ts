import { get, getAs } from '@/api/query';

export const providerQueries = {
  /** The providers with which people can sign in, in the order of the configuration. */
  offered: () => get('/api/v1/users/providers', {}, { staleTime: Infinity, retry: 1 }),
  /** The identities at providers that are linked to the caller's account. */
  linked: () =>
    getAs('/api/v1/users/identities', {}, 'list', ({ data }) => data.identities, {
      staleTime: 60_000,
    }),
};
