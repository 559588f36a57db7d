import { useQueryClient } from '@tanstack/react-query';
import { isConflict, messageOf } from '@/api/errors';
import { invalidate } from '@/api/query';
import { send, sendOnce } from '@/api/send';
import { useSession } from '@/api/session';
import { useAct } from '@/api/useAct';
import { tellTabs } from '@/lib/keptOnDevice';
import { toast } from '@/lib/toast';
import { REQUEST_PATHS, REQUESTS_CHANGED } from './queries';

/** Requests, their lists, counts, comments and tracking are read again, here and in other tabs. Nobody waits for it. */
export function useRefreshRequests() {
  const client = useQueryClient();
  const userId = useSession()?.user.user_id;
  return () => {
    void invalidate(client, ...REQUEST_PATHS);
    if (userId !== undefined) tellTabs(userId, REQUESTS_CHANGED);
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
  /** Where a new day is asked for on which the data is needed, YYYY-MM-DD. */
  neededOn: string | undefined;
}

/** Resubmits a denied or recalled request: the next round begins (decisions C11). */
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

/** Replies to a comment, in the role of this assignment. `onAdded` is called although its form is gone meanwhile. */
export function useAddReply(commentId: number, author: number, onAdded: (message: string) => void) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: (reply: string) =>
      sendOnce('/api/v1/data_requests/reply/add', { body: { comment: commentId, reply, author } }),
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
      // Somebody else was quicker: what stands on the page is out of date.
      if (isConflict(error)) refresh();
    },
  });
}
