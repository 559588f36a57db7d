import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

/** Every role that there is, by rank. */
export const everyRole = () =>
  queryOptions({
    queryKey: ['roles', 'list', 'all'],
    queryFn: async ({ signal }) => body(await api.GET('/api/v1/users/role', { signal })).data,
    staleTime: Infinity,
    meta: { failure: 'Error retrieving roles data' },
  });
