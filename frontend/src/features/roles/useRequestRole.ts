import { useQueryClient } from '@tanstack/react-query';
import { hasReason, isTooMany, messageOf, NetworkError } from '@/api/errors';
import { invalidate } from '@/api/query';
import { sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import { toast } from '@/lib/toast';

/**
 * Returns the message for a refused request for a role (1 §8): the server's message for a 400, a
 * 429 and a network error, otherwise a general one.
 */
function refusal(error: unknown): string {
  if (error instanceof NetworkError) return `Failed to request role. ${error.message}`;
  const showsOwnMessage =
    hasReason(error, 'role_already_requested', 'invalid_fields') || isTooMany(error);
  return showsOwnMessage ? messageOf(error) : 'Failed to request role';
}

/** Requests a role of the user's organisation. Invalidates the lists in any case. */
export function useRequestRole(userId: number) {
  const client = useQueryClient();
  return useAct({
    mutationFn: (orgRoleId: number) =>
      sendOnce('/api/v1/users/assign-roles', { body: { org_role: orgRoleId, user: userId } }),
    onSuccess: ({ message }) => toast(message, 'success'),
    onError: (error) => toast(refusal(error), 'warning'),
    onSettled: () => invalidate(client, '/api/v1/users'),
  });
}
