import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';

/** How many notifications a call answers at most. */
export const PAGE_SIZE = 100;

/** Unread is also asked for from time to time: a websocket may be held up by a proxy for good. */
const LOOK_AGAIN = 60_000;

export const notificationQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['notifications'] as const,
  /** Prefix of what was told, read or not. */
  lists: ['notifications', 'list'] as const,
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
      refetchInterval: LOOK_AGAIN,
    }),
  /** Read and unread ones, newest first, page by page. */
  every: (userId: number) =>
    infiniteQueryOptions({
      queryKey: ['notifications', 'list', { userId, unread: false }],
      queryFn: async ({ signal, pageParam }) => {
        const { data, page } = body(
          await api.GET('/api/v1/notifications/all-user-notifications', {
            params: { query: { user_id: userId, page: pageParam, page_size: PAGE_SIZE } },
            signal,
          }),
        );
        return { notifications: data, total: page.total };
      },
      initialPageParam: 1,
      getNextPageParam: ({ total }, pages) =>
        pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined,
    }),
  /** Of which kinds the user wants mails. */
  preferences: () =>
    queryOptions({
      queryKey: ['notifications', 'preferences'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/notifications/preferences', { signal })).data,
    }),
};
