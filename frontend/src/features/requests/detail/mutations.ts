import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { trackingQueries } from '@/components/tracking/queries';
import { requestQueries } from '../queries';

/** Recalls one's own pending request (decisions C10). */
export function useRecallRequest(requestId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      body(
        await api.PUT('/api/v1/data_requests/cancel_request', { body: { request_id: requestId } }),
      ),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: requestQueries.all }),
        client.invalidateQueries({ queryKey: trackingQueries.of(requestId) }),
      ]),
  });
}

/** Marks a comment as resolved, after which it no longer blocks decisions (2 §4). */
export function useMarkResolved(requestId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (commentId: number) =>
      body(
        await api.PATCH('/api/v1/data_requests/statecomment/update/{comment_id}', {
          params: { path: { comment_id: commentId } },
          body: { resolved: true },
        }),
      ),
    onSuccess: () =>
      client.invalidateQueries({ queryKey: requestQueries.comments(requestId).queryKey }),
  });
}
