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
