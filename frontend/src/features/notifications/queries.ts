import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import type { NotificationsAnswer } from '@/api/models';
import { get, getAs, keyOf } from '@/api/query';
import type { Tab } from './grouping';

/** The maximum number of notifications in a response. */
export const PAGE_SIZE = 100;

/**
 * The polling interval of unread notifications, in milliseconds. A proxy may block websockets
 * permanently.
 */
const POLL_INTERVAL = 60_000;

export const UNREAD = '/api/v1/notifications/user-notifications';
export const EVERY = '/api/v1/notifications/all-user-notifications';

const notificationsOf = ({ data, page, groups }: NotificationsAnswer) => ({
  notifications: data,
  total: page.total,
  groups,
});

export const notificationQueries = {
  /** The key of all queries of the slice, to invalidate after a change. */
  all: keyOf('/api/v1/notifications'),
  unread: (userId: number) =>
    getAs(UNREAD, { query: { user_id: userId } }, 'notifications', notificationsOf, {
      refetchInterval: POLL_INTERVAL,
    }),
  /** The notifications of a tab, newest first, in pages. */
  pagesOf: (userId: number, tab: Tab) =>
    infiniteQueryOptions({
      queryKey: [...keyOf(EVERY), { userId, tab }],
      queryFn: async ({ signal, pageParam }) =>
        notificationsOf(
          body(
            await api.GET(EVERY, {
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
          ),
        ),
      initialPageParam: 1,
      getNextPageParam: ({ total }, pages) =>
        pages.length * PAGE_SIZE < total ? pages.length + 1 : undefined,
    }),
  /** The kinds of notifications, each with when the user gets it by email. */
  preferences: () => get('/api/v1/notifications/preferences'),
};
