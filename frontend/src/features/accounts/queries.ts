import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { DemoAccount } from '@/api/models';

/** The accounts of the demonstration; a server that is none answers 404, which is an empty list here. */
async function fetchDemoAccounts(signal: AbortSignal): Promise<DemoAccount[]> {
  try {
    return body(await api.GET('/api/v1/demo/accounts', { signal })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

export const accountQueries = {
  detail: (userId: number) =>
    queryOptions({
      queryKey: ['accounts', 'detail', { userId }],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/users/detailuser', {
            params: { query: { user_id: userId } },
            signal,
          }),
        ).user,
      staleTime: 60_000,
    }),
  demoAccounts: () =>
    queryOptions({
      queryKey: ['accounts', 'demo'],
      queryFn: ({ signal }) => fetchDemoAccounts(signal),
      staleTime: Infinity,
      retry: false,
    }),
};
