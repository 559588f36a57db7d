import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { Notification } from '@/api/models';
import { useSession } from '@/api/session';
import { toast } from '@/lib/toast';
import { notificationQueries } from './queries';

/** Shows as read what is being marked, before the server has answered. */
function mark(client: QueryClient, userId: number, isMeant: (one: Notification) => boolean) {
  client.setQueryData(notificationQueries.unread(userId).queryKey, (known) => {
    if (!known) return known;
    const left = known.notifications.filter((one) => !isMeant(one));
    const marked = known.notifications.length - left.length;
    return { notifications: left, total: known.total - marked };
  });
  client.setQueryData(
    notificationQueries.every(userId).queryKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          notifications: page.notifications.map((one) =>
            isMeant(one) ? { ...one, read: true } : one,
          ),
        })),
      },
  );
}

interface MarkRead {
  one: (id: number) => void;
  /** All of the notifications of a role. */
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
    mutationFn: (role: string) => api.PATCH('/api/v1/notifications', { body: { role } }),
    onMutate: (role) => mark(client, userId, (notification) => notification.role === role),
    ...common,
  });
  return { one, group };
}
