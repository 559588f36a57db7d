import { useQueryClient } from '@tanstack/react-query';
import type { ListArgs } from '@/api/lists';
import type { FeedbackInput } from '@/api/models';
import { get, getPage, invalidate } from '@/api/query';
import { sendOnce } from '@/api/send';
import { useAct } from '@/api/useAct';
import type { Answers } from './answers';

const FEEDBACK = '/api/v1/data_requests/data_request_feedback';

/**
 * The queries of feedback on approved requests: the user's own, and all feedback for those who may
 * read the dashboard (2 §7; 3 §2.14).
 */
export const feedbackQueries = {
  list: (args: ListArgs) => getPage(FEEDBACK, args, 'Error retrieving Data Request Feedback data'),
  summary: () => get(`${FEEDBACK}/summary`),
  distribution: () => get(`${FEEDBACK}/distribution`),
  detail: (requestId: number) => get(`${FEEDBACK}/{id}`, { path: { id: requestId } }),
};

const text = (answer: string) => answer.trim() || null;

/** Sends feedback, and refreshes the lists and graphs that show it. */
export function useGiveFeedback(requestId: number) {
  const client = useQueryClient();
  return useAct({
    mutationFn: (answers: Answers) =>
      sendOnce(FEEDBACK, {
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
          // Safe: the form only offers valid choices.
        } as FeedbackInput,
      }),
    onSuccess: () => invalidate(client, '/api/v1/data_requests'),
  });
}
