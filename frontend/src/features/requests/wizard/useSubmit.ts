import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, body } from '@/api/client';
import { ApiError, messageOf } from '@/api/errors';
import type { Submission } from '@/api/models';
import { withIdempotencyKey } from '@/api/idempotencyKey';
import { useAct } from '@/api/useAct';
import { paths, submittedPath } from '@/app/paths';
import { requestQueries } from '@/shared/requests/queries';
import { toast } from '@/lib/toast';
import { variableSelection } from '@/lib/variableSelection';
import type { DraftStore } from './draftEffects';
import type { Fault } from './validation';

function faultsOf(error: Error): Fault[] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.errors).map(([field, messages]) => ({
    field,
    message: messages[0] ?? error.message,
  }));
}

/**
 * Submits the request: to `guest/` if it was started in the dictionary, also by a requester who was
 * signed in, otherwise to `submit/` (2 §4, §7). Its files are already uploaded. On success, the
 * local draft is deleted and the request is shown with a confirmation. A refusal changes nothing.
 */
export function useSubmit(store: DraftStore, onRefused: (faults: Fault[]) => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const mutation = useAct({
    mutationFn: (submission: Submission) => {
      const path = variableSelection.isSubmissionPending()
        ? '/api/v1/data_requests/guest'
        : '/api/v1/data_requests/submit';
      return withIdempotencyKey(path, submission, async (header) =>
        body(await api.POST(path, { params: { header }, body: submission })),
      );
    },
    onSuccess: async ({ request_id, message }, { data_source_id }) => {
      toast(message, 'success');
      void client.invalidateQueries({ queryKey: requestQueries.all });
      await navigate(submittedPath(request_id), { replace: true });
      if (data_source_id) variableSelection.clear(data_source_id);
      store.forget();
    },
    onError: (error) => {
      toast(messageOf(error), 'warning');
      const faults = faultsOf(error);
      if (faults.length > 0) onRefused(faults);
      // A submission to `guest/` that failed on the server leads back to the dictionary (2 §2). The
      // draft is kept.
      else if (
        error instanceof ApiError &&
        error.status >= 500 &&
        variableSelection.isSubmissionPending()
      ) {
        void navigate(paths.dataTable);
      }
    },
  });
  return { send: mutation.mutate, error: mutation.error, pending: mutation.isPending };
}
