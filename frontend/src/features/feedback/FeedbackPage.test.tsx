import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Feedback } from '@/api/models';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, renderPart, signInAs } from '@/testing/render';
import { makeFeedback } from '@/testing/reviewFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import FeedbackPage from './FeedbackPage';

const asked: URLSearchParams[] = [];
let given: Feedback[] = [];
let summary = { total: 0, excellent: 0, poor: 0, would_return: 0 };

beforeEach(() => {
  asked.length = 0;
  given = [
    makeFeedback(),
    makeFeedback({
      data_request_feedback_id: 9,
      title: 'REQ00009',
      request_title: 'Late registration of births',
      data_request_process_experience: 'Excellent',
      would_you_come_back: 'No',
    }),
  ];
  summary = { total: 1203, excellent: 66.67, poor: 0, would_return: 33.3 };
  signInAs('Data Officer');
  server.use(
    http.get(url('data_requests/data_request_feedback'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answerList(given, given.length && 12);
    }),
    http.get(url('data_requests/data_request_feedback/summary'), () => answer(summary)),
    http.get(url('data_requests/data_request_feedback/:id'), () => answer(makeFeedback())),
    http.get(url('users/detailuser'), () =>
      answer(null, { user: makeUser({ assigned_roles: [makeRole('Data Officer')] }) }),
    ),
  );
});

const cards = () => screen.getAllByRole('list')[0]!;

it('shows the four figures, with shares to two decimals', async () => {
  renderPart(<FeedbackPage />);
  expect(await screen.findByText('66.67%')).toBeVisible();
  const texts = within(cards())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(texts).toEqual([
    expect.stringMatching(/^Total Feedback1,203/),
    expect.stringMatching(/^Excellent Rating66\.67%/),
    expect.stringMatching(/^Poor Rating0%/),
    expect.stringMatching(/^Would Return33\.3%/),
  ]);
});

it('lists five a page with the page sizes of the specification, each with its request', async () => {
  const { user } = renderPart(<FeedbackPage />);
  const grid = await screen.findByRole('table', { name: 'Data Request Feedback' });
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ page: '1', page_size: '5' });
  expect(within(grid).getByRole('link', { name: 'Births' })).toHaveAttribute(
    'href',
    '/datarequest?request_id=4',
  );
  expect(within(grid).getByText('Fair')).toBeVisible();
  expect(within(grid).getAllByText('05 March 2026')).toHaveLength(2);
  await user.click(screen.getByRole('combobox', { name: /Rows per page/, hidden: true }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['5', '10', '20', '50']);
  await user.click(options[1]!);
  expect(screen.getByTestId('location')).toHaveTextContent('page_size=10');
});

it('opens the feedback on one request over the dashboard', async () => {
  const { user } = renderApp('/datarequest/feedback');
  await user.click(await screen.findByRole('button', { name: 'View Details of REQ00004' }));
  const dialog = await screen.findByRole('dialog', { name: /View Feedback/ });
  expect(await within(dialog).findByText('Answer sooner')).toBeVisible();
});

it('shows a text and no shares when there is no feedback', async () => {
  given = [];
  summary = { total: 0, excellent: 0, poor: 0, would_return: 0 };
  renderPart(<FeedbackPage />);
  expect(await screen.findByText('No feedback has been given yet.')).toBeVisible();
  expect(await within(cards()).findAllByText('–')).toHaveLength(3);
});

it('offers to try again when the feedback cannot be loaded', async () => {
  server.use(
    http.get(url('data_requests/data_request_feedback'), () => refuse(500, 'No list')),
    http.get(url('data_requests/data_request_feedback/summary'), () => refuse(500, 'No numbers')),
  );
  renderPart(<FeedbackPage />);
  expect(await screen.findByText('No list')).toBeVisible();
  expect(await screen.findByText('No numbers')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2);
});
