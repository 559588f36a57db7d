import { hasReason, isConflict } from '@/api/errors';
import type { CommentSection, DataRequest, OwnStage } from '@/api/models';
import { send, sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import { useRefresh } from '@/api/useRefresh';
import { askPasskey } from '@/lib/passkeys';
import { usePasskeyAct } from '@/shared/accounts/usePasskeyAct';
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
  /** The mailed code. Undefined to confirm with a passkey. */
  otp: string | undefined;
  reason: string;
  recommendation: string;
}

/** Lets the browser ask for a passkey, whose signature confirms this decision and no other. */
async function confirmByPasskey(stateId: number, approve: boolean) {
  const { data } = await send(
    'post',
    '/api/v1/data_requests/request_state/{state_id}/passkey/options',
    { params: { path: { state_id: stateId } }, body: { status: approve } },
  );
  return askPasskey(data.options);
}

/** Decides at the user's own stage (2 §7), confirmed by a code or by a passkey (decisions O7). */
export function useDecide(request: DataRequest, stage: OwnStage) {
  const refreshRequests = useRefreshRequests();
  const refreshFactor = useRefresh('/api/v1/users/second-factor');
  return usePasskeyAct({
    mutationFn: async ({ approve, otp, reason, recommendation }: Decision) => {
      const confirmation =
        otp === undefined ? { passkey: await confirmByPasskey(stage.state_id, approve) } : { otp };
      return send('put', '/api/v1/data_requests/request_state/{state_id}', {
        params: { path: { state_id: stage.state_id } },
        body: {
          status: approve,
          ...confirmation,
          reason,
          recommendation,
          assigned_role: stage.assigned_role_id,
          org_role: stage.org_role_id,
          request: request.request_id,
          state_id: stage.state_id,
        },
      });
    },
    onSuccess: (_, { otp }) => {
      refreshRequests();
      // The passkey was used now.
      if (otp === undefined) refreshFactor.onSuccess();
    },
    onError: (error) => {
      // Another person has decided, or the request has changed, so the page is out of date.
      if (isConflict(error)) refreshRequests();
      // Perhaps the passkey was removed in another tab.
      if (hasReason(error, 'passkey_not_found')) refreshFactor.onSuccess();
    },
  });
}

interface TermExtension {
  /** The number of weeks or months, in the unit of the term. */
  count: number;
  reason: string;
}

/** Extends the term of a request (decisions N3). */
export function useExtendTerm(requestId: number) {
  const refresh = useRefreshRequests();
  return useAct({
    mutationFn: (extension: TermExtension) =>
      sendOnce('/api/v1/data_requests/{request_id}/extension', {
        params: { path: { request_id: requestId } },
        body: extension,
      }),
    onSuccess: refresh,
    onError: (error) => {
      // Another person has extended the term or decided, so the page is out of date.
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
