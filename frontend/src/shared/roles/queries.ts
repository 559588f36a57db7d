import { get } from '@/api/query';

/** Query for all roles, by rank. */
export const everyRole = () =>
  get(
    '/api/v1/users/role',
    {},
    { staleTime: Infinity, meta: { failure: 'Error retrieving roles data' } },
  );
