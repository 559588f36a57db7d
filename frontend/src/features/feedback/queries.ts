import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/api/client';
import { listQuery, rowsOf, type ListArgs } from '@/api/lists';
import type { FeedbackInput } from '@/api/models';
import { once } from '@/api/once';
import { useAct } from '@/api/useAct';
import { requestQueries } from '@/components/requests/queries';
import type { Answers } from './answers';

/** Feedback on approved requests: one's own, and for those who read it on the dashboard (2 §7; 3 §2.14). */
export const feedbackQueries = {
  /** Prefix of all queries of the slice, to invalidate after a change. */
  all: ['feedback'] as const,
  list: (args: ListArgs) =>
    queryOptions({
      queryKey: ['feedback', 'list', args],
      queryFn: async ({ signal }) =>
        rowsOf(
          body(
            await api.GET('/api/v1/data_requests/data_request_feedback', {
              params: {
                query: listQuery<'/api/v1/data_requests/data_request_feedback'>(args),
              },
              signal,
            }),
          ),
        ),
      meta: { failure: 'Error retrieving Data Request Feedback data' },
      placeholderData: keepPreviousData,
    }),
  summary: () =>
    queryOptions({
      queryKey: ['feedback', 'detail', 'summary'],
      queryFn: async ({ signal }) =>
        body(await api.GET('/api/v1/data_requests/data_request_feedback/summary', { signal })).data,
    }),
  detail: (requestId: number) =>
    queryOptions({
      queryKey: ['feedback', 'detail', requestId],
      queryFn: async ({ signal }) =>
        body(
          await api.GET('/api/v1/data_requests/data_request_feedback/{id}', {
            params: { path: { id: requestId } },
            signal,
          }),
        ).data,
    }),
};

const text = (answer: string) => answer.trim() || null;

/** Gives feedback; the lists and the graph show that it was given. */
export function useGiveFeedback(requestId: number) {
  const client = useQueryClient();
  return useAct({
    mutationFn: async (answers: Answers) =>
      once('/api/v1/data_requests/data_request_feedback', [requestId, answers], async (headers) =>
        body(
          await api.POST('/api/v1/data_requests/data_request_feedback', {
            headers,
            body: {
              data_request_feedback_id: requestId,
              data_request_process_experience: text(answers.data_request_process_experience),
              would_recommend_others: text(answers.would_recommend_others),
              reasonable_response_timeframe: answers.reasonable_response_timeframe,
              study_questions_answered_by_request: answers.study_questions_answered_by_request,
              expectations_met: text(answers.expectations_met),
              improvement_suggestion: text(answers.improvement_suggestion),
              would_you_come_back: text(answers.would_you_come_back),
              additional_feedback: text(answers.additional_feedback),
              // What was chosen is what the form offers.
            } as FeedbackInput,
          }),
        ),
      ),
    onSuccess: () =>
      Promise.all(
        [feedbackQueries.all, requestQueries.all].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
