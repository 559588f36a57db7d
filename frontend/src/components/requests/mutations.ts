import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { messageOf } from '@/api/errors';
import { toast } from '@/lib/toast';
import { requestQueries } from './queries';

/** Requests, their lists, counts, comments and tracking are read again. Nobody waits for it. */
export function useRefreshRequests() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: requestQueries.all });
}

/** Recalls a pending request (decisions C10). */
export function useRecall(requestId: number) {
  const refresh = useRefreshRequests();
  return useMutation({
    mutationFn: async () =>
      body(
        await api.PUT('/api/v1/data_requests/cancel_request', { body: { request_id: requestId } }),
      ),
    onSuccess: refresh,
  });
}

/** Marks a comment as resolved, after which it no longer blocks decisions (2 §4), and says what came of it. */
export function useResolveComment() {
  const refresh = useRefreshRequests();
  return useMutation({
    mutationFn: async (commentId: number) =>
      body(
        await api.PATCH('/api/v1/data_requests/statecomment/update/{comment_id}', {
          params: { path: { comment_id: commentId } },
          body: { resolved: true },
        }),
      ),
    onSuccess: ({ message }) => {
      toast(message, 'success');
      refresh();
    },
    onError: (error) => toast(messageOf(error), 'error'),
  });
}
