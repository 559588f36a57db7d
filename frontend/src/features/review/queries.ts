import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';

interface HistoryArgs extends ListArgs {
  orgRoleId: number;
}

/** What staff alone read about requests (2 §7); the rest stands in `components/requests/queries.ts`. */
export const reviewQueries = {
  /** What waits for a Super User. It follows from requests, roles and procedures alike, so that it is read anew each time. */
  whatWaits: () =>
    queryOptions({
      queryKey: ['requests', 'whatWaits'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/users/what-waits', { signal })).data,
      staleTime: 0,
    }),
  /** What is missing before a first request can be made. */
  firstRequest: () =>
    queryOptions({
      queryKey: ['requests', 'firstRequest'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/reference_data/first_request', { signal })).data.missing,
      staleTime: 0,
    }),
  histories: ({ orgRoleId, ...args }: HistoryArgs) =>
    queryOptions({
      queryKey: ['requests', 'list', 'histories', { orgRoleId, ...args }],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_requests/history', {
              params: {
                query: {
                  org_role_id: orgRoleId,
                  ...listQuery<'/api/v1/data_requests/history'>(args),
                },
              },
              signal,
            }),
          ),
        ),
      placeholderData: keepPreviousData,
      meta: { failure: 'Error retrieving data requests' },
    }),
};
