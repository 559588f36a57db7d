import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { openFeedback } from '@/lib/feedbackDialog';
import { renderPart } from '@/testing/render';
import { makeFeedback } from '@/testing/reviewFactories';
import { answer, refuse, server, url } from '@/testing/server';
import { check, noAnswers } from './answers';
import FeedbackDialogs from './FeedbackDialogs';

async function open() {
  const { user } = renderPart(<FeedbackDialogs />);
  act(() => openFeedback(4, 'provide'));
  const dialog = await screen.findByRole('dialog', { name: /Provide Feedback/ });
  return { user, dialog, send: within(dialog).getByRole('button', { name: 'Send feedback' }) };
}

async function fill({ user, dialog }: Awaited<ReturnType<typeof open>>) {
  const choices = ['Good', 'Probably not', 'Yes', 'No', 'Partially met', 'Yes'];
  const groups = within(dialog).getAllByRole('radiogroup');
  expect(groups).toHaveLength(choices.length);
  for (const [index, choice] of choices.entries()) {
    const group = groups[index];
    if (group) await user.click(within(group).getByRole('radio', { name: choice }));
  }
  await user.type(
    within(dialog).getByRole('textbox', { name: /What should be improved/ }),
    'Answer sooner',
  );
}

it('asks for each required answer in the order of the form', () => {
  const errors = [
    'Please select the Data Request Process Experience.',
    'Please select if you Would Recommend Others.',
    'Please select if the Response Timeframe was Reasonable.',
    'Please select if your Study Questions were Answered.',
    'Please select if your Expectations were Met.',
    'Please enter the Improvement Suggestion.',
    'Please select if you Would Come Back.',
  ].map((toast) => ({ beside: 'This is required.', toast }));
  expect(Object.values(check(noAnswers))).toEqual(errors);
});

it('shows the first missing answer as a toast with the focus, and all of them at their questions', async () => {
  const { user, dialog, send } = await open();
  await user.click(send);
  expect(
    await screen.findByText('Please select the Data Request Process Experience.'),
  ).toBeVisible();
  expect(within(dialog).getAllByText('This is required.')).toHaveLength(7);
  expect(within(dialog).getByRole('radio', { name: 'Excellent' })).toHaveFocus();
  await user.click(within(dialog).getByRole('radio', { name: 'Excellent' }));
  expect(within(dialog).getAllByText('This is required.')).toHaveLength(6);
});

it('sends the answers, shows a message and closes', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(url('data_requests/data_request_feedback'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        {
          code: 201,
          message: 'Successfully created a Data Request Feedback',
          data: { data_request_feedback_id: 4 },
        },
        { status: 201 },
      );
    }),
  );
  const view = await open();
  await fill(view);
  await view.user.click(view.send);
  expect(await screen.findByText('Successfully created a Data Request Feedback')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([
    {
      data_request_feedback_id: 4,
      data_request_process_experience: 'Good',
      would_recommend_others: 'Probably not',
      reasonable_response_timeframe: true,
      study_questions_answered_by_request: false,
      expectations_met: 'Partially met',
      improvement_suggestion: 'Answer sooner',
      would_you_come_back: 'Yes',
      additional_feedback: null,
    },
  ]);
});

it('keeps the answers when the server refuses, and shows its errors at the questions', async () => {
  server.use(
    http.post(url('data_requests/data_request_feedback'), () =>
      refuse(400, 'Too long', { errors: { improvement_suggestion: ['Too long'] } }),
    ),
  );
  const view = await open();
  await fill(view);
  await view.user.click(view.send);
  expect(await screen.findByText('Failed to created a Data Request Feedback')).toBeVisible();
  const field = within(view.dialog).getByRole('textbox', { name: /What should be improved/ });
  expect(field).toHaveValue('Answer sooner');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Too long');
});

it('shows the feedback on a request', async () => {
  server.use(http.get(url('data_requests/data_request_feedback/4'), () => answer(makeFeedback())));
  renderPart(<FeedbackDialogs />);
  act(() => openFeedback(4, 'view'));
  const dialog = await screen.findByRole('dialog', { name: /View Feedback/ });
  expect(await within(dialog).findByText(/REQ00004: Births, given on 05 March 2026/)).toBeVisible();
  const answers = within(dialog)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);
  expect(answers).toEqual(['Fair', 'Maybe', 'No', 'Yes', 'Met', 'Answer sooner', 'Yes', '–']);
});

it('reports feedback that was deleted', async () => {
  server.use(
    http.get(url('data_requests/data_request_feedback/4'), () =>
      refuse(404, 'This Data Request Feedback does not exist.'),
    ),
  );
  renderPart(<FeedbackDialogs />);
  act(() => openFeedback(4, 'view'));
  const dialog = await screen.findByRole('dialog', { name: /View Feedback/ });
  expect(await within(dialog).findByText('This feedback is no longer available.')).toBeVisible();
  expect(within(dialog).queryByText('Try again')).not.toBeInTheDocument();
});
