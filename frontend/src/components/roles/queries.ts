import { get } from '@/api/query';

/** Every role that there is, by rank. */
export const everyRole = () =>
  get(
    '/api/v1/users/role',
    {},
    { staleTime: Infinity, meta: { failure: 'Error retrieving roles data' } },
  );
