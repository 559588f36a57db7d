import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Feedback, FeedbackDistribution } from '@/api/models';
import { makeRole, makeUser } from '@/testing/factories';
import { renderApp, renderPart, signInAs } from '@/testing/render';
import { makeFeedback } from '@/testing/reviewFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import FeedbackPage from './FeedbackPage';

const asked: URLSearchParams[] = [];
let given: Feedback[] = [];
const counts = (...answers: [string, number][]) =>
  answers.map(([answer, number]) => ({ answer, number }));
const rating = (...[excellent, good, fair, poor]: [number, number, number, number]) =>
  counts(['Excellent', excellent], ['Good', good], ['Fair', fair], ['Poor', poor]);
let distribution: FeedbackDistribution;
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
  distribution = {
    questions: [
      { question: 'data_request_process_experience', answers: rating(8, 2, 1, 1) },
      { question: 'would_you_come_back', answers: counts(['Yes', 9], ['No', 3]) },
    ],
    quarters: [
      { quarter: '2025-Q4', ratings: rating(7, 2, 0, 0) },
      { quarter: '2026-Q1', ratings: rating(1, 0, 1, 1) },
    ],
  };
  signInAs('Data Officer');
  server.use(
    http.get(url('data_requests/data_request_feedback/distribution'), () => answer(distribution)),
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
  distribution = {
    questions: [{ question: 'would_you_come_back', answers: counts(['Yes', 0], ['No', 0]) }],
    quarters: [],
  };
  renderPart(<FeedbackPage />);
  expect(await screen.findByText('No feedback has been given yet.')).toBeVisible();
  expect(await within(cards()).findAllByText('–')).toHaveLength(3);
  expect(screen.queryByRole('heading', { name: 'Answers' })).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Newest suggestions' })).not.toBeInTheDocument();
});

it('shows the answers to each question and the trend, with shares from five answers on', async () => {
  renderPart(<FeedbackPage />);
  const question = await screen.findByRole('figure', { name: 'How was the data request process?' });
  expect(question).toHaveTextContent('12 answers');
  const answersIn = (figure: HTMLElement) =>
    within(figure)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(answersIn(question)).toEqual(['Excellent 67%', 'Good 17%', 'Fair 8%', 'Poor 8%']);
  expect(answersIn(screen.getByRole('figure', { name: '2025 Q4' }))).toContain('Excellent 78%');
  const few = screen.getByRole('figure', { name: '2026 Q1' });
  expect(few).toHaveTextContent('3 answers');
  expect(answersIn(few)).toEqual(['Excellent 1', 'Good 0', 'Fair 1', 'Poor 1']);
});

it('shows the same numbers as tables, and keeps the choice in the address', async () => {
  const { user } = renderPart(<FeedbackPage />);
  await user.click(await screen.findByRole('button', { name: 'Tables' }));
  const table = screen.getByRole('table', { name: 'Rating of the process by quarter' });
  const rows = within(table)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'QuarterExcellentGoodFairPoorTotal',
    '2025 Q47 (78%)2 (22%)0 (0%)0 (0%)9',
    '2026 Q110113',
  ]);
  expect(screen.queryByRole('figure', { name: '2026 Q1' })).not.toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent('view=list');
});

it('quotes the newest suggestions, and counts a few answers on the cards', async () => {
  given = [makeFeedback({ improvement_suggestion: 'Say earlier which agreement is missing.' })];
  summary = { total: 2, excellent: 50, poor: 0, would_return: 100 };
  renderPart(<FeedbackPage />);
  expect(await screen.findByText('“Say earlier which agreement is missing.”')).toBeVisible();
  expect(screen.getByRole('link', { name: 'REQ00004' })).toHaveAttribute(
    'href',
    '/datarequest?request_id=4',
  );
  expect(await within(cards()).findByText('1 of 2')).toBeVisible();
  expect(within(cards()).getByText('2 of 2')).toBeVisible();
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
