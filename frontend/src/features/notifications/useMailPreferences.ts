import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { messageOf } from '@/api/errors';
import type { MailChoice } from '@/api/models';
import { toast } from '@/lib/toast';
import type { Delivery } from './deliveries';
import { notificationQueries } from './queries';

interface Choice {
  kind: string;
  delivery: string;
}

const CHOOSING = ['notifications', 'choose-mails'] as const;

/**
 * Returns the kinds of notifications, each with when the user gets it by email. A change of some
 * kinds is shown optimistically and saved once earlier changes are saved; a failed one is reverted.
 * The settings are then read again.
 */
export function useMailPreferences() {
  const client = useQueryClient();
  const preferences = useQuery(notificationQueries.preferences());
  const { queryKey } = notificationQueries.preferences();
  const show = (choices: readonly Choice[]) =>
    client.setQueryData(queryKey, (known) =>
      known?.map((one) => {
        const delivery = choices.find(({ kind }) => kind === one.kind)?.delivery;
        return delivery === undefined ? one : { ...one, delivery };
      }),
    );
  const { mutate, isSuccess } = useMutation({
    mutationKey: CHOOSING,
    // One call at a time, so that the last choice of a kind is also the last one stored.
    scope: { id: 'choose-mails' },
    mutationFn: async (choices: readonly Choice[]) =>
      body(
        await api.PUT('/api/v1/notifications/preferences', {
          body: {
            preferences: choices.map(({ kind, delivery }) => ({
              // Safe: both come from the server, or from the list of deliveries.
              kind: kind as MailChoice['kind'],
              delivery: delivery as Delivery,
            })),
          },
        }),
      ),
    onMutate: async (choices) => {
      await client.cancelQueries({ queryKey });
      const kinds = choices.map(({ kind }) => kind);
      const before = client.getQueryData(queryKey)?.filter(({ kind }) => kinds.includes(kind));
      show(choices);
      return { before };
    },
    onError: (error, choices, result) => {
      // A later choice of the same kind stays.
      const isShown = (kind: string) =>
        client.getQueryData(queryKey)?.find((one) => one.kind === kind)?.delivery ===
        choices.find((one) => one.kind === kind)?.delivery;
      show(result?.before?.filter(({ kind }) => isShown(kind)) ?? []);
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
