import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { ApiError, hasReason, isNotFound, NetworkError } from '@/api/errors';
import type { DataRequest } from '@/api/models';
import type { BodyOf, Operation, PathsOf } from '@/api/operations';
import { send, sendOnce } from '@/api/send';
import { useSession } from '@/api/session';
import { useAct } from '@/api/useAct';
import { useRefreshRequests } from '@/shared/requests/mutations';
import { useDraftOrigin } from '@/ui/formDraft';
import { requestQueries } from '@/shared/requests/queries';
import { closeEdit, editOf, sectionOf, useRequestEdit, type EditTarget } from '@/lib/requestEdits';
import { toast } from '@/lib/toast';

type PatchOf<Path extends PathsOf<'patch'>> = BodyOf<Operation<'patch', Path>>;
type PostOf<Path extends PathsOf<'post'>> = BodyOf<Operation<'post', Path>>;

type Terms = 'comment_id' | 'version' | 'resolve' | 'request';
export type RequestPatch = Omit<PatchOf<'/api/v1/data_requests/patch/data_request/{id}'>, Terms>;
export type DocumentsPatch = Omit<
  PatchOf<'/api/v1/data_requests/patch/data_request_docs/{id}'>,
  Terms
>;
export type DeviceInput = Omit<PostOf<'/api/v1/data_requests/data-handling-device'>, Terms>;
export type DatasetInput = Omit<
  PatchOf<'/api/v1/data_requests/patch/requested_dataset/{id}'>,
  Terms
>;
export type StaffInput = Omit<PostOf<'/api/v1/data_requests/staff-shared'>, Terms>;

/**
 * The content of an edit: the answers of a section, or a row. A row that already exists has an id.
 */
export type EditContent =
  | { kind: 'answers'; answers: RequestPatch }
  | { kind: 'documents'; answers: DocumentsPatch }
  | { kind: 'device'; id: number | null; row: DeviceInput }
  | { kind: 'staff'; id: number | null; row: StaffInput }
  | { kind: 'deleteDevice' | 'deleteStaff'; id: number }
  | { kind: 'dataset'; id: number | null; row: DatasetInput }
  | { kind: 'addVariables'; dataset: number; variables: readonly number[]; isDistinct: boolean }
  | { kind: 'removeVariables'; dataset: number; variables: readonly number[] }
  | { kind: 'distinct'; id: number; isDistinct: boolean };

interface EditTerms {
  comment_id: number | null;
  version: number;
  resolve: boolean;
}

/** Sends an edit and returns the success message (2 §8). */
async function sendEdit(
  requestId: number,
  content: EditContent,
  terms: EditTerms,
): Promise<string> {
  const path = (id: number) => ({ params: { path: { id } } });
  switch (content.kind) {
    case 'answers':
      return (
        await send('patch', '/api/v1/data_requests/patch/data_request/{id}', {
          ...path(requestId),
          body: { ...content.answers, ...terms },
        })
      ).message;
    case 'documents':
      return (
        await send('patch', '/api/v1/data_requests/patch/data_request_docs/{id}', {
          ...path(requestId),
          body: { ...content.answers, ...terms },
        })
      ).message;
    case 'device': {
      const row = { ...content.row, ...terms, request: requestId };
      if (content.id !== null) {
        return (
          await send('patch', '/api/v1/data_requests/patch/data_handling_devices/{id}', {
            ...path(content.id),
            body: row,
          })
        ).message;
      }
      return (await sendOnce('/api/v1/data_requests/data-handling-device', { body: row })).message;
    }
    case 'staff': {
      const row = { ...content.row, ...terms, request: requestId };
      if (content.id !== null) {
        return (
          await send('patch', '/api/v1/data_requests/patch/staff_shared/{id}', {
            ...path(content.id),
            body: row,
          })
        ).message;
      }
      return (await sendOnce('/api/v1/data_requests/staff-shared', { body: row })).message;
    }
    case 'dataset': {
      const row = { ...content.row, ...terms, request: requestId };
      if (content.id !== null) {
        return (
          await send('patch', '/api/v1/data_requests/patch/requested_dataset/{id}', {
            ...path(content.id),
            body: row,
          })
        ).message;
      }
      return (await sendOnce('/api/v1/data_requests/create_requested_datasets', { body: row }))
        .message;
    }
    case 'addVariables': {
      const added = {
        ...terms,
        rdataset: content.dataset,
        var: [...content.variables],
        is_distinct: content.isDistinct,
      };
      return (await sendOnce('/api/v1/data_requests/dataset_variables', { body: added })).message;
    }
    case 'removeVariables': {
      const removed = {
        ...terms,
        rdataset: content.dataset,
        dataset_variables: [...content.variables],
      };
      return (await sendOnce('/api/v1/data_requests/dataset_variables/remove', { body: removed }))
        .message;
    }
    case 'distinct':
      return (
        await send('patch', '/api/v1/data_requests/patch/dataset_variable/{id}', {
          ...path(content.id),
          body: { ...terms, is_distinct: content.isDistinct },
        })
      ).message;
    case 'deleteDevice':
      await api.PATCH('/api/v1/data_requests/soft_delete/data_handling_devices/{id}', {
        params: { path: { id: content.id }, query: queryOf(terms) },
      });
      return 'You have successfully deleted the device';
    case 'deleteStaff':
      await api.PATCH('/api/v1/data_requests/soft_delete/staff_shared/{id}', {
        params: { path: { id: content.id }, query: queryOf(terms) },
      });
      return 'You have successfully deleted the staff';
  }
}

const queryOf = ({ comment_id, version, resolve }: EditTerms) => ({
  comment_id: comment_id ?? undefined,
  version,
  resolve,
});

/**
 * Returns an additional message, besides the reason, for a dataset that could not be created or
 * variables that could not be added (2 §8 "Datasets"). Other edits have none.
 */
function failureOf(target: EditTarget, error: unknown): string | undefined {
  const isAdded = target.kind === 'dataset' && target.row === null;
  if (!isAdded && target.kind !== 'addVariables') return undefined;
  if (error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)) {
    return 'External Error.';
  }
  return isAdded ? 'Data Request Creation Unsuccessful' : 'Dataset Variables not added!';
}

const STILL_WAITS = 'The request waits for you until the comment is marked as resolved.';

/** True if the edited record is gone, or the comment no longer asks for the edit. */
const isOver = (error: unknown) =>
  isNotFound(error) ||
  hasReason(
    error,
    'edit_not_asked',
    'comment_not_found',
    'comment_of_other_section',
    'comment_resolved',
  );

const rowOf = (target: EditTarget): number | 'new' => {
  if (!('row' in target) || !target.row) return 'new';
  if ('rdataset_id' in target.row) return target.row.rdataset_id;
  return 'device_id' in target.row ? target.row.device_id : target.row.staff_shared_id;
};

export const editName = ({ request_id }: DataRequest, target: EditTarget): string =>
  `edit ${request_id} ${target.kind} ${rowOf(target)}`;

/**
 * Sends an edit that is based on this request. If another person has changed the request meanwhile,
 * `newest` is the current request, and the next attempt is based on it.
 */
export function useEdit(request: DataRequest, target: EditTarget) {
  const client = useQueryClient();
  const refresh = useRefreshRequests();
  const orgRoleId = useSession()?.role?.org_role_id;
  const [newest, setNewest] = useState<DataRequest>();
  const version = useDraftOrigin(editName(request, target), request.version);
  const before = version === request.version ? request : { ...request, version };
  const current = newest ?? before;
  const openedCommentId = useRequestEdit()?.commentId;
  const commentId = openedCommentId ?? editOf(current, sectionOf(target))?.comment_id ?? null;
  /** Reads the request again. Undefined if that fails. */
  const readAgain = () =>
    client
      .fetchQuery({ ...requestQueries.detail(request.request_id, orgRoleId), staleTime: 0 })
      .catch(() => undefined);
  const mutation = useAct({
    mutationFn: ({ content, resolve }: { content: EditContent; resolve: boolean }) =>
      sendEdit(request.request_id, content, {
        comment_id: commentId,
        version: current.version,
        resolve,
      }),
    onSuccess: async (message, { resolve }) => {
      toast(message, 'success');
      if (commentId !== null && !resolve && current.acting.blocked_until) {
        toast(STILL_WAITS, 'info');
      }
      refresh();
      // The page has the old version until then, and the next edit would be based on it.
      await readAgain();
      if ('onSaved' in target) target.onSaved();
      closeEdit();
    },
    onError: async (error) => {
      const failure = failureOf(target, error);
      if (failure) toast(failure, 'warning');
      // The comment was resolved, or the edited record was deleted: refresh the page.
      if (isOver(error)) refresh();
      if (!hasReason(error, 'row_changed')) return;
      const now = await readAgain();
      // Other conflicts, such as a change under way, have no new version.
      if (now && now.version !== current.version) setNewest(now);
    },
  });
  // After a conflict, the edit is sent again with the same choice about the comment.
  const mayResolve = newest === undefined || mutation.variables?.resolve === true;
  return {
    call: mutation,
    save: (content: EditContent, resolve = false) => mutation.mutate({ content, resolve }),
    /** Sends the last edit again, after a conflict over the saved version. */
    again: () => mutation.variables && mutation.mutate(mutation.variables),
    dismiss: mutation.reset,
    pending: mutation.isPending,
    error: mutation.error,
    before,
    /** The current request, if another person has changed it. */
    newest,
    /** True if a comment requires this edit and can be marked as resolved with it. */
    answersComment: commentId !== null && mayResolve,
  };
}
