import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Notification, NotificationCount } from '@/api/models';
import type { PathPrefix } from '@/api/operations';
import { invalidate } from '@/api/query';
import { REQUEST_PATHS, REQUESTS_CHANGED } from '@/components/requests/queries';
import { followTabs } from '@/lib/keptOnDevice';
import { toast } from '@/lib/toast';
import { recounted } from './grouping';
import { EVERY, notificationQueries, PAGE_SIZE, UNREAD } from './queries';
import { followNotifications } from './socket';

/** Where a push names no request it is about the account or its roles. */
const ACCOUNT_PATHS = ['/api/v1/users'] as const;
const NOTIFICATION_PATHS = ['/api/v1/notifications'] as const;

/** Reads the calls below these paths again. Nothing waits for it. */
const refresh = (client: QueryClient, paths: readonly PathPrefix[]) =>
  void invalidate(client, ...paths);

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
  refresh(client, asked ? [UNREAD, EVERY] : [EVERY]);
  if (created.some(({ request_id }) => request_id)) refresh(client, REQUEST_PATHS);
  if (created.some(({ request_id }) => !request_id)) refresh(client, ACCOUNT_PATHS);
}

function announce(created: readonly Notification[]) {
  const [first] = created;
  if (first) toast(created.length === 1 ? first.message : `${created.length} new notifications`);
}

/** Follows the server's pushes, and other tabs, while somebody is signed in: the cache is brought up to date, and a toast says so. */
export function useLiveNotifications(userId: number, token: string): void {
  const client = useQueryClient();
  useEffect(
    () => followTabs(userId, REQUESTS_CHANGED, () => refresh(client, REQUEST_PATHS)),
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
            refresh(client, NOTIFICATION_PATHS);
          }
          // Whatever happened while the connection was lost was not pushed.
          if (reconnected) {
            refresh(client, [...NOTIFICATION_PATHS, ...REQUEST_PATHS, ...ACCOUNT_PATHS]);
          }
        },
        onCreated: (created) => {
          take(client, userId, created);
          announce(created);
        },
        // Badge, popover and page show it; the tab that marked has shown it already.
        onRead: () => refresh(client, [UNREAD, EVERY]),
        // The user is read again; where the role in use is gone, the shell leads on.
        onRolesChanged: () => refresh(client, [...ACCOUNT_PATHS, ...REQUEST_PATHS]),
        // Whom a request waits for changes with them, in lists and counts as well.
        onCommentsChanged: () => refresh(client, REQUEST_PATHS),
        onRequestsChanged: () => refresh(client, REQUEST_PATHS),
        // The next call hears the same, and the client signs out.
        onSignedOut: () => refresh(client, NOTIFICATION_PATHS),
      }),
    [client, userId, token],
  );
}
