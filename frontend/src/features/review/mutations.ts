import { isConflict } from '@/api/errors';
import type { CommentSection, DataRequest, OwnStage } from '@/api/models';
import { send, sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefreshRequests } from '@/shared/requests/mutations';

export interface CodeRequest {
  approve: boolean;
  /**
   * Sends nothing if a code for this decision is still valid, so that opening the dialog again
   * sends no second email.
   */
  unlessSent: boolean;
}

/** Sends the code of a decision, for the first time or again (decisions, "The calls"). */
export function useSendCode(stateId: number) {
  return useAct({
    mutationFn: ({ approve, unlessSent }: CodeRequest) =>
      send('post', '/api/v1/data_requests/request_state/{state_id}/otp', {
        params: { path: { state_id: stateId } },
        body: { status: approve, unless_sent: unlessSent },
      }),
  });
}

export interface Decision {
  approve: boolean;
  otp: string;
  reason: string;
  recommendation: string;
}

/** Decides at the user's own stage (2 §7). */
export function useDecide(request: DataRequest, stage: OwnStage) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: ({ approve, otp, reason, recommendation }: Decision) =>
      send('put', '/api/v1/data_requests/request_state/{state_id}', {
        params: { path: { state_id: stage.state_id } },
        body: {
          status: approve,
          otp,
          reason,
          recommendation,
          assigned_role: stage.assigned_role_id,
          org_role: stage.org_role_id,
          request: request.request_id,
          state_id: stage.state_id,
        },
      }),
    onSuccess: refresh,
    onError: (error) => {
      // Another person has decided, or the request has changed, so the page is out of date.
      if (isConflict(error)) refresh();
    },
  });
}

export interface NewComment {
  section: CommentSection;
  comment: string;
  actionRequired: boolean;
}

/**
 * Adds a comment on a section (2 §7). `onAdded` is called even if another section was chosen
 * meanwhile.
 */
export function useAddComment(
  requestId: number,
  stateId: number,
  assignedRoleId: number,
  onAdded: (message: string) => void,
) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: ({ section, comment, actionRequired }: NewComment) =>
      sendOnce('/api/v1/data_requests/statecomment/add', {
        body: {
          request_state: stateId,
          comment,
          section,
          resolved: false,
          author: assignedRoleId,
          data_request: requestId,
          action_required: actionRequired,
        },
      }),
    onSuccess: ({ message }) => {
      onAdded(message);
      refresh();
    },
  });
}
