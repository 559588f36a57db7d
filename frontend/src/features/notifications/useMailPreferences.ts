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
 * shown optimistically and saved at once; a failed one is reverted. The settings are then read
 * again.
 */
export function useMailPreferences() {
  const client = useQueryClient();
  const preferences = useQuery(notificationQueries.preferences());
  const { queryKey } = notificationQueries.preferences();
  const show = ({ kind, by_mail }: Choice) =>
    client.setQueryData(queryKey, (known) =>
      known?.map((one) => (one.kind === kind ? { ...one, by_mail } : one)),
    );
  const { mutate, isSuccess } = useMutation({
    mutationKey: CHOOSING,
    mutationFn: async (choice: Choice) =>
      body(
        await api.PUT('/api/v1/notifications/preferences', {
          // Safe: the kind comes from the server.
          body: { preferences: [choice as MailChoice] },
        }),
      ),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey });
      show(choice);
    },
    onError: (error, { kind, by_mail }) => {
      show({ kind, by_mail: !by_mail });
      toast(messageOf(error), 'error');
    },
    onSettled: () => {
      // While another change is pending, a refetch would briefly undo it on the screen.
      if (client.isMutating({ mutationKey: CHOOSING }) === 1) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  return { preferences, choose: mutate, saved: isSuccess };
}
