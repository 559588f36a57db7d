import { useQueryClient } from '@tanstack/react-query';
import { isConflict, messageOf } from '@/api/errors';
import { invalidate } from '@/api/query';
import { send, sendOnce } from '@/api/send';
import { useSession } from '@/api/session';
import { useAct } from '@/api/useAct';
import { broadcast } from '@/lib/localCopies';
import { toast } from '@/lib/toast';
import { REQUEST_PATHS, REQUESTS_CHANGED } from './queries';

/**
 * Returns a function that refreshes requests, their lists, counts, comments and tracking, in this
 * tab and in others. It does not wait for the responses.
 */
export function useRefreshRequests() {
  const client = useQueryClient();
  const userId = useSession()?.user.user_id;
  return () => {
    void invalidate(client, ...REQUEST_PATHS);
    if (userId !== undefined) broadcast(userId, REQUESTS_CHANGED);
  };
}

/** Recalls a pending request (decisions C10). */
export function useRecall(requestId: number) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: () =>
      send('put', '/api/v1/data_requests/cancel_request', { body: { request_id: requestId } }),
    onSuccess: refresh,
  });
}

export interface Resubmission {
  note: string;
  /** New date on which the data is needed, YYYY-MM-DD, if one is required. */
  neededOn: string | undefined;
}

/** Resubmits a denied or recalled request, which starts the next round (decisions C11). */
export function useResubmit(requestId: number) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: ({ note, neededOn }: Resubmission) =>
      sendOnce('/api/v1/data_requests/{request_id}/resubmit', {
        params: { path: { request_id: requestId } },
        body: { note, needed_on: neededOn },
      }),
    onSuccess: refresh,
  });
}

/**
 * Replies to a comment with a role assignment. `onAdded` is called even if the form was closed
 * meanwhile.
 */
export function useAddReply(commentId: number, author: number, onAdded: (message: string) => void) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: (reply: string) =>
      sendOnce('/api/v1/data_requests/reply/add', { body: { comment: commentId, reply, author } }),
    onSuccess: ({ message }) => {
      onAdded(message);
      refresh();
    },
    onError: (error) => {
      // Someone else was faster, so the data on the page is stale.
      if (isConflict(error)) refresh();
    },
  });
}

/**
 * Marks a comment as resolved, after which it no longer blocks decisions (2 §4), or reopens it
 * (decisions C17). Shows the result in a toast.
 */
export function useUpdateComment(commentId: number) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: (resolved: boolean) =>
      send('patch', '/api/v1/data_requests/statecomment/update/{comment_id}', {
        params: { path: { comment_id: commentId } },
        body: { resolved },
      }),
    onSuccess: ({ message }) => {
      toast(message, 'success');
      refresh();
    },
    onError: (error) => {
      toast(messageOf(error), 'error');
      // Someone else was faster, so the data on the page is stale.
      if (isConflict(error)) refresh();
    },
  });
}
