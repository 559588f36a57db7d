import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

/** Every country, the visitor's own first (1 §5.2). */
export const countriesQuery = () =>
  queryOptions({
    queryKey: ['accounts', 'countries'],
    queryFn: async ({ signal }) => body(await api.GET('/api/v1/users/country', { signal })).data,
    staleTime: Infinity,
  });
