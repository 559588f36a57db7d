import type { Answers } from './answers';

export type Field = keyof Answers;

/** The questions in the order of the form. */
export const questions: Record<Field, string> = {
  data_request_process_experience: 'How was the data request process?',
  would_recommend_others: 'Would you recommend it to others?',
  reasonable_response_timeframe: 'Did the answer come in a reasonable time?',
  study_questions_answered_by_request: 'Did the data answer the questions of your study?',
  expectations_met: 'Were your expectations met?',
  improvement_suggestion: 'What should be improved?',
  would_you_come_back: 'Would you come back?',
  additional_feedback: 'Anything else? (optional)',
};

export const fields = Object.keys(questions) as Field[];
