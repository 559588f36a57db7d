import type { FieldErrors } from '@/ui/records/useRecordForm';

/** The answers of the feedback form. Empty texts and undefined are missing answers (2 §3, §9). */
export interface Answers {
  data_request_process_experience: string;
  would_recommend_others: string;
  reasonable_response_timeframe?: boolean;
  study_questions_answered_by_request?: boolean;
  expectations_met: string;
  improvement_suggestion: string;
  would_you_come_back: string;
  additional_feedback: string;
}

export const noAnswers: Answers = {
  data_request_process_experience: '',
  would_recommend_others: '',
  expectations_met: '',
  improvement_suggestion: '',
  would_you_come_back: '',
  additional_feedback: '',
};

export const options = {
  experience: ['Excellent', 'Good', 'Fair', 'Poor'],
  recommend: ['Definitely', 'Probably', 'Maybe', 'Probably not', 'Definitely not'],
  expectations: ['Exceeded', 'Met', 'Partially met', 'Did not meet expectations'],
  yesNo: ['Yes', 'No'],
} as const;

/**
 * The required answers in the order of the form, each with its toast (2 §5; decisions, "Wording").
 */
const required: readonly [keyof Answers, string][] = [
  ['data_request_process_experience', 'Please select the Data Request Process Experience.'],
  ['would_recommend_others', 'Please select if you Would Recommend Others.'],
  ['reasonable_response_timeframe', 'Please select if the Response Timeframe was Reasonable.'],
  ['study_questions_answered_by_request', 'Please select if your Study Questions were Answered.'],
  ['expectations_met', 'Please select if your Expectations were Met.'],
  ['improvement_suggestion', 'Please enter the Improvement Suggestion.'],
  ['would_you_come_back', 'Please select if you Would Come Back.'],
];

const isMissing = (answer: Answers[keyof Answers]) =>
  answer === undefined || (typeof answer === 'string' && answer.trim() === '');

export const check = (answers: Answers): FieldErrors<Answers> =>
  Object.fromEntries(
    required
      .filter(([field]) => isMissing(answers[field]))
      .map(([field, toast]) => [field, { beside: 'This is required.', toast }]),
  );
