import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { DraftRow, OwnTask, RequestRow } from '@/api/models';
import { variableSelection } from '@/lib/variableSelection';
import { makeUser } from '@/testing/factories';
import { renderApp, signInAs } from '@/testing/render';
import { hoursAgo, makeExpected, makeExtension, makeRequestRow } from '@/testing/reviewFactories';
import { answer, answerList, refuse, server, url } from '@/testing/server';

const asked: Record<string, string>[] = [];
let rows: RequestRow[] = [];
let tasks: OwnTask[] = [];
let drafts: DraftRow[] = [];

const makeDraft = (changes: Partial<DraftRow> = {}): DraftRow => ({
  draft_id: 3,
  title: 'Ward workload and night shifts at district hospitals',
  reached: 4,
  created_on: hoursAgo(3),
  changed_on: hoursAgo(2.5),
  deleted_on: hoursAgo(-2000),
  ...changes,
});

beforeEach(() => {
  asked.length = 0;
  rows = [makeRequestRow()];
  tasks = [];
  drafts = [];
  server.use(
    http.get(url('users/detailuser'), () => answer(null, { user: makeUser() })),
    http.get(url('data_requests/counts'), () =>
      answer({
        incoming: 0,
        pending: 12,
        approved: 3,
        denied: 2,
        all: 17,
        history: 0,
        with_requester: 0,
        overdue: 0,
      }),
    ),
    http.get(url('data_requests'), ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams));
      return answerList(rows, rows.length > 0 ? 12 : 0);
    }),
    http.get(url('data_requests/own_tasks'), () => answer(tasks)),
    http.get(url('data_requests/drafts'), () => answerList(drafts)),
    http.get(url('data_dictionary/data_sources'), () => answerList([])),
  );
  signInAs('Data Requester');
});

it('shows the pending requests first, five per page with the newest first, and the counts of all tabs', async () => {
  renderApp('/requester/home');
  const row = (await screen.findByText('Late registration of births')).closest('li');
  expect(within(row as HTMLElement).getByText('REQ000011')).toBeVisible();
  expect(within(row as HTMLElement).getByText('Pending')).toBeVisible();
  expect(row).toHaveTextContent('Ethics approval letter: Yes');
  expect(row).not.toHaveTextContent(/Due|Paused|Expected/);
  expect(row).toHaveTextContent('15 January 2027');
  expect(row).toHaveTextContent(
    'Waiting for the Data Security Reviewer, 3 days · Submitted 8 days ago',
  );
  expect(asked).toEqual([
    { org_role_id: '20', status: '["Pending"]', sort: '-request_id', page: '1', page_size: '5' },
  ]);
  const tabs = screen.getByRole('tablist', { name: 'Your data requests' });
  await waitFor(() =>
    expect(
      within(tabs)
        .getAllByRole('tab')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pending12', 'Approved3', 'Denied2', 'All Requests17']),
  );
});

it('shows by when the decision is expected, and how far that day moved', async () => {
  rows = [
    makeRequestRow({ expected: makeExpected({ extended: makeExtension() }) }),
    makeRequestRow({ request_id: 12, expected: makeExpected({ on: null, paused: true }) }),
  ];
  renderApp('/requester/home');
  expect(
    await screen.findByText('Expected by 04 December 2026 · extended by 1 month'),
  ).toBeVisible();
  expect(screen.getByText('Expected date paused until a comment is resolved')).toBeVisible();
  // The page of the request has the reason, where every reader can reach it.
  expect(screen.queryByTitle(makeExtension().reason)).not.toBeInTheDocument();
});

it('shows the last day for an answer in its row and in the tasks', async () => {
  rows = [makeRequestRow({ answer_by: '2027-07-13', expected: makeExpected() })];
  tasks = [
    {
      request_id: 13,
      tracking_id: 'REQ000013',
      title: 'Late registration of births in the Lake Region',
      kind: 'action',
      text: 'Action required',
      blocked_until: null,
      answer_by: '2027-07-20',
    },
  ];
  renderApp('/requester/home');
  const list = await screen.findByRole('list', { name: 'Needs you (1)' });
  const day = within(list).getByText('Answer by 20 July 2027');
  expect(day).toBeVisible();
  // No separator is left at the end of a line if the day wraps.
  expect(day.parentElement?.previousSibling).toHaveTextContent(/^REQ000013 · Action required$/);
  expect(within(list).getByText('Action required')).toBeVisible();
  expect(await screen.findByText('Answer by 13 July 2027')).toBeVisible();
  expect(screen.getByText('Expected by 04 December 2026')).toBeVisible();
});

it('keeps tab, order and page in the address', async () => {
  const { user } = renderApp('/requester/home?tab=denied&sort=request_id&page=2');
  await screen.findByText('Late registration of births');
  expect(asked[0]).toMatchObject({
    status: '["Denied","Recalled"]',
    sort: 'request_id',
    page: '2',
  });
  expect(screen.getByText('Page 2 of 3')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /All Requests/ }));
  expect(screen.getByTestId('location')).toHaveTextContent(
    '/requester/home?tab=all&sort=request_id',
  );
  await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('status'));
});

it.each([
  ['pending', 'You have no pending Data Requests.'],
  ['approved', 'You have no approved Data Requests.'],
  ['denied', 'You have no denied Data Requests.'],
  ['all', 'You have no Data Requests.'],
])('shows that the tab %s is empty', async (tab, words) => {
  rows = [];
  renderApp(`/requester/home?tab=${tab}`);
  expect(await screen.findByText(words)).toBeVisible();
});

it('offers to provide feedback on approved requests, or to view it', async () => {
  rows = [
    makeRequestRow({ request_id: 1, tracking_id: 'REQ000001', status: 'Approved' }),
    makeRequestRow({
      request_id: 2,
      tracking_id: 'REQ000002',
      status: 'Approved',
      has_feedback: true,
    }),
    makeRequestRow({ request_id: 3, tracking_id: 'REQ000003', status: 'Recalled' }),
  ];
  server.use(
    http.get(url('data_requests/data_request_feedback/2'), () => refuse(500, 'inner words')),
  );
  const { user } = renderApp('/requester/home?tab=all');
  await user.click(await screen.findByRole('button', { name: 'Provide Feedback REQ000001' }));
  const dialog = await screen.findByRole('dialog', { name: /Provide Feedback/ });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: /Feedback REQ000003/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'View Feedback REQ000002' }));
  expect(await screen.findByText('Error retrieving Data Request Feedback data')).toBeVisible();
});

it('opens with the requests that wait for the user, each with its action', async () => {
  tasks = [
    {
      request_id: 13,
      tracking_id: 'REQ000013',
      title: 'Late registration of births in the Lake Region',
      kind: 'action',
      text: '1 action required, 46 hours left',
      blocked_until: hoursAgo(-46),
    },
    {
      request_id: 9,
      tracking_id: 'REQ000009',
      title: 'Referrals between facilities',
      kind: 'feedback',
      text: 'Waiting for your feedback',
      blocked_until: null,
    },
  ];
  const { user } = renderApp('/requester/home');
  const list = await screen.findByRole('list', { name: 'Needs you (2)' });
  const [action, feedback] = within(list).getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(action).toHaveTextContent('REQ000013 · 1 action required, 46 hours left');
  expect(
    within(action).getByRole('link', { name: 'See what is required REQ000013' }),
  ).toHaveAttribute('href', '/requester/singlerequest?request_id=13');
  expect(feedback).toHaveTextContent('Waiting for your feedback');
  await user.click(within(feedback).getByRole('button', { name: 'Give feedback REQ000009' }));
  expect(await screen.findByRole('dialog', { name: /Provide Feedback/ })).toBeVisible();
});

it('offers the latest drafts on the page and in the dialog of a new request', async () => {
  drafts = [
    makeDraft(),
    makeDraft({ draft_id: 4, title: ' ', reached: null }),
    makeDraft({ draft_id: 5, title: 'Third' }),
    makeDraft({ draft_id: 6, title: 'Fourth' }),
  ];
  const { user } = renderApp('/requester/home');
  const list = await screen.findByRole('list', { name: 'Not submitted' });
  const [first, second, , more] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent(
    'Continue: Ward workload and night shifts at district hospitals, step 4 of 8, saved 2 hours ago',
  );
  expect(second).toHaveTextContent('Continue: Untitled, saved 2 hours ago');
  expect(more).toHaveTextContent('See all 4 drafts');
  await user.click(screen.getByRole('button', { name: 'Create Data Request' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Data Request' }));
  expect(dialog.getByRole('link', { name: /^Continue: Ward workload/ })).toHaveAttribute(
    'href',
    '/requester/submitrequest?draft=3',
  );
});

it('opens the dictionary on Yes, and marks a submission as pending', async () => {
  const { user } = renderApp('/requester/home');
  await user.click(await screen.findByRole('button', { name: 'Create Data Request' }));
  await user.click(await screen.findByRole('button', { name: /^Yes/ }));
  expect(screen.getByTestId('location')).toHaveTextContent('/datasource');
  expect(variableSelection.isSubmissionPending()).toBe(true);
});

it('closes the dialog on Escape, and opens the form on No', async () => {
  server.use(
    http.get(url('data_requests/irb'), () => answer([])),
    http.get(url('data_requests/purposes'), () => answer([])),
  );
  const { user } = renderApp('/requester/home');
  await user.click(await screen.findByRole('button', { name: 'Create Data Request' }));
  await screen.findByRole('dialog', { name: 'Create Data Request' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByTestId('location')).toHaveTextContent('/requester/home');
  await user.click(screen.getByRole('button', { name: 'Create Data Request' }));
  await user.click(await screen.findByRole('button', { name: /^No/ }));
  expect(screen.getByTestId('location')).toHaveTextContent('/requester/submitrequest');
  expect(variableSelection.isSubmissionPending()).toBe(false);
});

it('searches all requests of the user, and links to the data sources', async () => {
  const { user } = renderApp('/requester/myrequests?search=births');
  await screen.findByText('Late registration of births');
  expect(asked[0]).toMatchObject({ search: 'births' });
  expect(asked[0]).not.toHaveProperty('status');
  expect(screen.getByRole('link', { name: 'View Request REQ000011' })).toHaveAttribute(
    'href',
    '/requester/singlerequest?request_id=11',
  );
  await user.click(screen.getByRole('link', { name: 'Create Request' }));
  expect(screen.getByTestId('location')).toHaveTextContent('/datasource');
});
