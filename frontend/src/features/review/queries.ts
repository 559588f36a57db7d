import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

interface HistoryArgs {
  orgRoleId: number;
  search: string;
  page: number;
  pageSize: number;
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
  histories: ({ orgRoleId, search, page, pageSize }: HistoryArgs) =>
    queryOptions({
      queryKey: ['requests', 'list', 'histories', { orgRoleId, search, page, pageSize }],
      queryFn: async ({ signal }) => {
        const { data, page: shown } = body(
          await api.GET('/api/v1/data_requests/history', {
            params: {
              query: {
                org_role_id: orgRoleId,
                search: search || undefined,
                page,
                page_size: pageSize,
              },
            },
            signal,
          }),
        );
        return { requests: data, total: shown.total };
      },
      placeholderData: keepPreviousData,
    }),
};
