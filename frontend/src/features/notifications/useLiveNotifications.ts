import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Notification, NotificationCount } from '@/api/models';
import type { PathPrefix } from '@/api/operations';
import { invalidate } from '@/api/query';
import { REQUEST_PATHS, REQUESTS_CHANGED } from '@/shared/requests/queries';
import { onBroadcast } from '@/lib/localCopies';
import { toast } from '@/lib/toast';
import { recounted } from './grouping';
import { EVERY, notificationQueries, PAGE_SIZE, UNREAD } from './queries';
import { followNotifications } from './socket';

/** A push without a request is about the account or its roles. */
const ACCOUNT_PATHS = ['/api/v1/users'] as const;
const NOTIFICATION_PATHS = ['/api/v1/notifications'] as const;

/** Invalidates the queries below these paths, and does not wait for the new responses. */
const refresh = (client: QueryClient, paths: readonly PathPrefix[]) =>
  void invalidate(client, ...paths);

/** Adds pushed notifications to the cached unread ones, and refreshes the data they concern. */
function cachePushed(client: QueryClient, userId: number, created: readonly Notification[]) {
  const unread = notificationQueries.unread(userId);
  // A pending response may be older than the push, so it is cancelled and requested again.
  const isFetchingUnread = client.isFetching({ queryKey: unread.queryKey }) > 0;
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
  refresh(client, isFetchingUnread ? [UNREAD, EVERY] : [EVERY]);
  if (created.some(({ request_id }) => request_id)) refresh(client, REQUEST_PATHS);
  if (created.some(({ request_id }) => !request_id)) refresh(client, ACCOUNT_PATHS);
}

function announce(created: readonly Notification[]) {
  const [first] = created;
  if (first) toast(created.length === 1 ? first.message : `${created.length} new notifications`);
}

/**
 * Follows the server's pushes, and other tabs, while the user is signed in. Updates the cache and
 * shows toasts.
 */
export function useLiveNotifications(userId: number, token: string): void {
  const client = useQueryClient();
  useEffect(
    () => onBroadcast(userId, REQUESTS_CHANGED, () => refresh(client, REQUEST_PATHS)),
    [client, userId],
  );
  useEffect(
    () =>
      followNotifications({
        userId,
        token,
        onList: (unread, reconnected) => {
          // A list of PAGE_SIZE notifications may be incomplete, so it is read again with its
          // count.
          if (unread.length < PAGE_SIZE) {
            const { queryKey } = notificationQueries.unread(userId);
            void client.cancelQueries({ queryKey });
            client.setQueryData(queryKey, {
              notifications: unread,
              total: unread.length,
              // The list is complete. The totals only include unread ones, which is sufficient for
              // this query.
              groups: unread.reduce<NotificationCount[]>(
                (counts, { role }) => recounted(counts, role, 1),
                [],
              ),
            });
          } else {
            refresh(client, NOTIFICATION_PATHS);
          }
          // Events were not pushed while the connection was lost.
          if (reconnected) {
            refresh(client, [...NOTIFICATION_PATHS, ...REQUEST_PATHS, ...ACCOUNT_PATHS]);
          }
        },
        onCreated: (created) => {
          cachePushed(client, userId, created);
          // One's own acts arrive read.
          announce(created.filter(({ read }) => !read));
        },
        // Updates badge, popover and page. The tab that marked them is already up to date.
        onRead: () => refresh(client, [UNREAD, EVERY]),
        // Reads the user again. If the current role was revoked, the shell redirects.
        onRolesChanged: () => refresh(client, [...ACCOUNT_PATHS, ...REQUEST_PATHS]),
        // Comments change whom a request waits for, also in lists and counts.
        onCommentsChanged: () => refresh(client, REQUEST_PATHS),
        onRequestsChanged: () => refresh(client, REQUEST_PATHS),
        // The refreshed call gets a 401, on which the client signs out.
        onSignedOut: () => refresh(client, NOTIFICATION_PATHS),
      }),
    [client, userId, token],
  );
}
