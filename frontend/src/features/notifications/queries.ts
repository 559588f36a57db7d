import { queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

export const notificationQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['notifications'] as const,
  unread: (userId: number) =>
    queryOptions({
      queryKey: ['notifications', 'list', { userId, unread: true }],
      queryFn: async ({ signal }) => {
        const { data, page } = body(
          await api.GET('/api/v1/notifications/user-notifications', {
            params: { query: { user_id: userId } },
            signal,
          }),
        );
        return { notifications: data, total: page.total };
      },
      refetchInterval: 60_000,
    }),
};
