import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import type { Tab } from './grouping';

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
        const { data, page, groups } = body(
          await api.GET('/api/v1/notifications/user-notifications', {
            params: { query: { user_id: userId } },
            signal,
          }),
        );
        return { notifications: data, total: page.total, groups };
      },
      refetchInterval: LOOK_AGAIN,
    }),
  /** Prefix of the pages of all tabs. */
  pages: ['notifications', 'list', 'pages'] as const,
  /** What a tab shows, newest first, page by page. */
  pagesOf: (userId: number, tab: Tab) =>
    infiniteQueryOptions({
      queryKey: ['notifications', 'list', 'pages', { userId, tab }],
      queryFn: async ({ signal, pageParam }) => {
        const { data, page, groups } = body(
          await api.GET('/api/v1/notifications/all-user-notifications', {
            params: {
              query: {
                user_id: userId,
                read: tab === 'all' ? undefined : tab === 'read',
                page: pageParam,
                page_size: PAGE_SIZE,
              },
            },
            signal,
          }),
        );
        return { notifications: data, total: page.total, groups };
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
