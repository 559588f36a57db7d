import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { MailChoice } from '@/api/models';
import { toast } from '@/lib/toast';
import { notificationQueries } from './queries';

interface Choice {
  kind: string;
  by_mail: boolean;
}

const CHOOSING = ['notifications', 'choose-mails'] as const;

/**
 * Returns the kinds of notifications, each with whether the user gets it by email. A change is
 * shown optimistically and saved at once. The settings are then read again, which reverts a refused
 * change.
 */
export function useMailPreferences() {
  const client = useQueryClient();
  const preferences = useQuery(notificationQueries.preferences());
  const { queryKey } = notificationQueries.preferences();
  const { mutate, isSuccess } = useMutation({
    mutationKey: CHOOSING,
    mutationFn: async (choice: Choice) =>
      body(
        await api.PUT('/api/v1/notifications/preferences', {
          // Safe: the kind comes from the server.
          body: { preferences: [choice as MailChoice] },
        }),
      ),
    onMutate: async ({ kind, by_mail }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (known) =>
        known?.map((one) => (one.kind === kind ? { ...one, by_mail } : one)),
      );
    },
    onError: (error) => toast(messageOf(error), 'error'),
    onSettled: () => {
      // While another change is pending, a refetch would briefly undo it on the screen.
      if (client.isMutating({ mutationKey: CHOOSING }) === 1) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  return { preferences, choose: mutate, saved: isSuccess };
}
