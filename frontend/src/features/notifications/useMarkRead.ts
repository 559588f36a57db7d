import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
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

/** Marks matching notifications as read in the cache, before the server has answered. */
function mark(client: QueryClient, userId: number, isMeant: (one: Notification) => boolean) {
  client.setQueryData(notificationQueries.unread(userId).queryKey, (known) => {
    if (!known) return known;
    const marked = known.notifications.filter(isMeant);
    return {
      notifications: known.notifications.filter((one) => !isMeant(one)),
      total: known.total - marked.length,
      groups: without(known.groups, marked),
    };
  });
  for (const tab of ['all', 'unread'] as const) {
    client.setQueryData(notificationQueries.pagesOf(userId, tab).queryKey, (known) => {
      if (!known) return known;
      const marked = known.pages
        .flatMap(({ notifications }) => notifications)
        .filter((one) => !one.read && isMeant(one));
      const pages = known.pages.map((page) => ({
        ...page,
        groups: without(page.groups, marked),
        notifications: page.notifications
          .filter((one) => tab === 'all' || !isMeant(one))
          .map((one) => (isMeant(one) ? { ...one, read: true } : one)),
      }));
      return { ...known, pages };
    });
  }
}

interface MarkRead {
  one: (id: number) => void;
  /** Marks all notifications of a role. */
  group: (role: string) => void;
}

/** Marks notifications as read (1 §4): Unattended becomes Attended. */
export function useMarkRead(): MarkRead {
  const client = useQueryClient();
  const userId = useSession()?.user.user_id ?? 0;
  const common = {
    onError: (error: Error) => toast(messageOf(error), 'error'),
    onSettled: () => void client.invalidateQueries({ queryKey: notificationQueries.all }),
  };
  const { mutate: one } = useMutation({
    mutationFn: (id: number) =>
      api.PATCH('/api/v1/notifications/{id}', { params: { path: { id } } }),
    onMutate: (id) => mark(client, userId, (notification) => notification.id === id),
    ...common,
  });
  const { mutate: group } = useMutation({
    mutationFn: (role: string) =>
      // Safe: the role comes from the server.
      api.PATCH('/api/v1/notifications', { body: { role: role as NotificationGroup } }),
    onMutate: (role) => mark(client, userId, (notification) => notification.role === role),
    ...common,
  });
  return { one, group };
}
