import { useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { ApiError, messageOf } from '@/api/errors';
import { once } from '@/api/once';
import { useSession } from '@/api/session';
import { useAct } from '@/api/useAct';
import { tellTabs } from '@/lib/keptOnDevice';
import { toast } from '@/lib/toast';
import { REQUESTS_CHANGED, requestQueries } from './queries';

/** Requests, their lists, counts, comments and tracking are read again, here and in other tabs. Nobody waits for it. */
export function useRefreshRequests() {
  const client = useQueryClient();
  const userId = useSession()?.user.user_id;
  return () => {
    void client.invalidateQueries({ queryKey: requestQueries.all });
    if (userId !== undefined) tellTabs(userId, REQUESTS_CHANGED);
  };
}

/** Recalls a pending request (decisions C10). */
export function useRecall(requestId: number) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: async () =>
      body(
        await api.PUT('/api/v1/data_requests/cancel_request', { body: { request_id: requestId } }),
      ),
    onSuccess: refresh,
  });
}

export interface Resubmission {
  note: string;
  /** Where a new day is asked for on which the data is needed, YYYY-MM-DD. */
  neededOn: string | undefined;
}

/** Resubmits a denied or recalled request: the next round begins (decisions C11). */
export function useResubmit(requestId: number) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: async ({ note, neededOn }: Resubmission) =>
      once(
        '/api/v1/data_requests/{request_id}/resubmit',
        [requestId, note, neededOn],
        async (headers) =>
          body(
            await api.POST('/api/v1/data_requests/{request_id}/resubmit', {
              headers,
              params: { path: { request_id: requestId } },
              body: { note, needed_on: neededOn },
            }),
          ),
      ),
    onSuccess: refresh,
  });
}

/** Replies to a comment, in the role of this assignment. `onAdded` is called although its form is gone meanwhile. */
export function useAddReply(commentId: number, author: number, onAdded: (message: string) => void) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: async (reply: string) =>
      once('/api/v1/data_requests/reply/add', [commentId, reply], async (headers) =>
        body(
          await api.POST('/api/v1/data_requests/reply/add', {
            headers,
            body: { comment: commentId, reply, author },
          }),
        ),
      ),
    onSuccess: ({ message }) => {
      onAdded(message);
      refresh();
    },
  });
}

/**
 * Marks a comment as resolved, after which it no longer blocks decisions (2 §4), or reopens it (decisions C17), and says what came of it.
 */
export function useUpdateComment(commentId: number) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: async (resolved: boolean) =>
      body(
        await api.PATCH('/api/v1/data_requests/statecomment/update/{comment_id}', {
          params: { path: { comment_id: commentId } },
          body: { resolved },
        }),
      ),
    onSuccess: ({ message }) => {
      toast(message, 'success');
      refresh();
    },
    onError: (error) => {
      toast(messageOf(error), 'error');
      // Somebody else was quicker: what stands on the page is out of date.
      if (error instanceof ApiError && error.status === 409) refresh();
    },
  });
}
