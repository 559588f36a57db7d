import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { api } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { Notification, NotificationCount, NotificationGroup } from '@/api/models';
import { useSession } from '@/api/session';
import { toast } from '@/lib/toast';
import { recounted } from './grouping';
import { notificationQueries } from './queries';

function without(
  groups: readonly NotificationCount[],
  marked: readonly Notification[],
): NotificationCount[] {
  return marked.reduce<NotificationCount[]>(
    (counts, { role }) => recounted(counts, role, -1),
    [...groups],
  );
}

/**
 * Marks matching notifications as read in the cache, before the server has answered. Returns the
 * cached lists as they were.
 */
function markReadInCache(
  client: QueryClient,
  userId: number,
  matches: (one: Notification) => boolean,
) {
  const before = client.getQueriesData({ queryKey: notificationQueries.all });
  client.setQueryData(notificationQueries.unread(userId).queryKey, (cached) => {
    if (!cached) return cached;
    const marked = cached.notifications.filter(matches);
    return {
      notifications: cached.notifications.filter((one) => !matches(one)),
      total: cached.total - marked.length,
      groups: without(cached.groups, marked),
    };
  });
  for (const tab of ['all', 'unread'] as const) {
    client.setQueryData(notificationQueries.pagesOf(userId, tab).queryKey, (cached) => {
      if (!cached) return cached;
      const marked = cached.pages
        .flatMap(({ notifications }) => notifications)
        .filter((one) => !one.read && matches(one));
      const pages = cached.pages.map((page) => ({
        ...page,
        groups: without(page.groups, marked),
        notifications: page.notifications
          .filter((one) => tab === 'all' || !matches(one))
          .map((one) => (matches(one) ? { ...one, read: true } : one)),
      }));
      return { ...cached, pages };
    });
  }
  return before;
}

interface MarkRead {
  one: (id: number) => void;
  /** Marks all notifications of the group of this name, which is a role. */
  group: (name: string) => void;
}

/** Marks notifications as read (1 §4). */
export function useMarkRead(): MarkRead {
  const client = useQueryClient();
  const userId = useSession()?.user.user_id ?? 0;
  const common = {
    onError: (error: Error, _: unknown, before?: [QueryKey, unknown][]) => {
      before?.forEach(([key, data]) => client.setQueryData(key, data));
      toast(messageOf(error), 'error');
    },
    onSettled: () => void client.invalidateQueries({ queryKey: notificationQueries.all }),
  };
  const { mutate: one } = useMutation({
    mutationFn: (id: number) =>
      api.PATCH('/api/v1/notifications/{id}', { params: { path: { id } } }),
    onMutate: (id) => markReadInCache(client, userId, (notification) => notification.id === id),
    ...common,
  });
  const { mutate: group } = useMutation({
    mutationFn: (name: string) =>
      // Safe: the name comes from the server.
      api.PATCH('/api/v1/notifications', { body: { role: name as NotificationGroup } }),
    onMutate: (name) => markReadInCache(client, userId, ({ role }) => role === name),
    ...common,
  });
  return { one, group };
}
