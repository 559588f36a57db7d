import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Notification, NotificationCount } from '@/api/models';
import { REQUESTS_CHANGED, requestQueries } from '@/components/requests/queries';
import { followTabs } from '@/lib/keptOnDevice';
import { toast } from '@/lib/toast';
import { recounted } from './grouping';
import { notificationQueries, PAGE_SIZE } from './queries';
import { followNotifications } from './socket';

/** What a push may concern: lists, details and tracking of requests, and the feedback on them. */
const aboutRequests = [requestQueries.all, ['feedback']] as const;
/** Where a push names no request it is about the account or its roles. */
const aboutAccounts = [['accounts'], ['roles'], ['organisations']] as const;

function invalidate(client: QueryClient, keys: readonly QueryKey[]) {
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
}

function take(client: QueryClient, userId: number, created: readonly Notification[]) {
  const unread = notificationQueries.unread(userId);
  // An answer that is still on its way may be older than what was pushed; what it was asked for is asked again.
  const asked = client.isFetching({ queryKey: unread.queryKey }) > 0;
  void client.cancelQueries({ queryKey: unread.queryKey });
  client.setQueryData(unread.queryKey, (known = { notifications: [], total: 0, groups: [] }) => {
    const ids = new Set(known.notifications.map(({ id }) => id));
    const fresh = created.filter(({ id, read }) => !read && !ids.has(id));
    return {
      notifications: [...fresh.reverse(), ...known.notifications],
      total: known.total + fresh.length,
      groups: fresh.reduce((counts, { role }) => recounted(counts, role, 1), known.groups),
    };
  });
  const { pages } = notificationQueries;
  invalidate(client, asked ? [unread.queryKey, pages] : [pages]);
  if (created.some(({ request_id }) => request_id)) invalidate(client, aboutRequests);
  if (created.some(({ request_id }) => !request_id)) invalidate(client, aboutAccounts);
}

function announce(created: readonly Notification[]) {
  const [first] = created;
  if (first) toast(created.length === 1 ? first.message : `${created.length} new notifications`);
}

/** Follows the server's pushes, and other tabs, while somebody is signed in: the cache is brought up to date, and a toast says so. */
export function useLiveNotifications(userId: number, token: string): void {
  const client = useQueryClient();
  useEffect(
    () => followTabs(userId, REQUESTS_CHANGED, () => invalidate(client, aboutRequests)),
    [client, userId],
  );
  useEffect(
    () =>
      followNotifications({
        userId,
        token,
        onList: (unread, reconnected) => {
          // A full list may be a part only; its number is asked for.
          if (unread.length < PAGE_SIZE) {
            const { queryKey } = notificationQueries.unread(userId);
            void client.cancelQueries({ queryKey });
            client.setQueryData(queryKey, {
              notifications: unread,
              total: unread.length,
              // All of them are here, and this query is asked for the unread alone.
              groups: unread.reduce<NotificationCount[]>(
                (counts, { role }) => recounted(counts, role, 1),
                [],
              ),
            });
          } else {
            invalidate(client, [notificationQueries.all]);
          }
          // Whatever happened while the connection was lost was not pushed.
          if (reconnected) {
            invalidate(client, [notificationQueries.all, ...aboutRequests, ...aboutAccounts]);
          }
        },
        onCreated: (created) => {
          take(client, userId, created);
          announce(created);
        },
        // Badge, popover and page show it; the tab that marked has shown it already.
        onRead: () => invalidate(client, [notificationQueries.lists]),
        // The user is read again; where the role in use is gone, the shell leads on.
        onRolesChanged: () => invalidate(client, [...aboutAccounts, ...aboutRequests]),
        // Whom a request waits for changes with them, in lists and counts as well.
        onCommentsChanged: () => invalidate(client, [requestQueries.all]),
        onRequestsChanged: () => invalidate(client, aboutRequests),
        // The next call hears the same, and the client signs out.
        onSignedOut: () => invalidate(client, [notificationQueries.all]),
      }),
    [client, userId, token],
  );
}
