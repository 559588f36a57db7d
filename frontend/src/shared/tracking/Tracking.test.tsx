import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import type { HistoryEntry, RequestEdge, RequestState } from '@/api/models';
import { requestQueries } from '@/shared/requests/queries';
import { renderPart } from '@/testing/render';
import {
  hoursAgo,
  makeAttendant,
  makeDue,
  makeExtension,
  makeState,
} from '@/testing/reviewFactories';
import { answer, refuse, server, url } from '@/testing/server';
import { RoundHistory } from './RoundHistory';
import { Tracking } from './Tracking';
import { shortDays, stageTimes } from './stageTimes';

function LookAgain() {
  const client = useQueryClient();
  return (
    <button onClick={() => void client.invalidateQueries({ queryKey: requestQueries.all })}>
      Look again
    </button>
  );
}

const answerStates = (states: RequestState[], edges: RequestEdge[] = []) =>
  server.use(
    http.get(url('data_requests/request_states'), () => answer(states)),
    http.get(url('data_requests/request_edges'), () => answer(edges)),
  );

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const changed = "This Request's Tracking Graph has been updated.";

it('shows a toast only when the states have changed', async () => {
  answerStates([makeState()]);
  const { user } = renderPart(
    <>
      <Tracking requestId={11} rounds={[]} />
      <LookAgain />
    </>,
  );
  const list = await screen.findByRole('list', { name: 'Stages' });
  expect(within(list).getByText('Unattended')).toBeVisible();
  expect(screen.queryByText(changed)).not.toBeInTheDocument();

  answerStates([makeState({ state: 'Denied', reason: 'Too wide', recommendation: '' })]);
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(await screen.findByText(changed)).toBeVisible();
  expect(within(list).getByText('Reason: Too wide')).toBeVisible();
  expect(within(list).getByText('Recommendation: None provided')).toBeVisible();
});

it('shows the reason of a recall by the system', async () => {
  answerStates([makeState({ state: 'Recalled', reason: 'No answer in time' })]);
  const { unmount } = renderPart(<Tracking requestId={11} rounds={[]} />);
  const list = await screen.findByRole('list', { name: 'Stages' });
  expect(within(list).getByText('Recalled: No answer in time')).toBeVisible();
  unmount();
  const entry: HistoryEntry = {
    round: 1,
    version: 1,
    request_state_id: 95,
    role: 'Data Custodian',
    stage_activity: 'Custodian approval',
    state: 'Recalled',
    at: hoursAgo(90),
    by: null,
    reason: 'No answer in time',
    recommendation: null,
  };
  server.use(http.get(url('data_requests/request_history'), () => answer([entry])));
  const round = { started_on: hoursAgo(200), note: null, extension: null };
  renderPart(
    <RoundHistory
      requestId={11}
      rounds={[
        { ...round, round: 1 },
        { ...round, round: 2 },
      ]}
    />,
  );
  expect(await screen.findByText('Recalled: No answer in time')).toBeVisible();
});

it('shows the prescribed text if there is no tracking information', async () => {
  server.use(
    http.get(url('data_requests/request_states'), () =>
      refuse(404, 'No tracking information found.'),
    ),
    http.get(url('data_requests/request_edges'), () =>
      refuse(404, 'No tracking information found.'),
    ),
  );
  renderPart(<Tracking requestId={11} rounds={[]} />);
  expect(await screen.findByText('No tracking information found.')).toBeVisible();
});

it('explains every state of a stage', async () => {
  answerStates([makeState()]);
  renderPart(<Tracking requestId={11} rounds={[]} />);
  const legend = await screen.findByRole('region', { name: 'What the states mean' });
  const states = within(legend)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.split(':')[0]);
  expect(states).toEqual(['Unattended', 'Incoming', 'Approved', 'Denied', 'Halted', 'Recalled']);
  // Super Users and the system recall requests, too.
  expect(legend).toHaveTextContent('Recalled: the request was recalled before this stage decided.');
});

it('lists several rounds separately, newest first', async () => {
  const entry = (round: number, state: string, hours: number): HistoryEntry => ({
    round,
    version: round,
    request_state_id: round * 10,
    role: 'Data Custodian',
    stage_activity: 'Custodian approval',
    state,
    at: hoursAgo(hours),
    by: null,
    reason: null,
    recommendation: null,
  });
  server.use(
    http.get(url('data_requests/request_history'), () =>
      answer([entry(1, 'Denied', 90), entry(2, 'Approved', 3)]),
    ),
  );
  const rounds = [
    { round: 1, started_on: hoursAgo(200), note: null, extension: makeExtension() },
    { round: 2, started_on: hoursAgo(80), note: 'The agreement is signed.', extension: null },
  ];
  const { rerender } = renderPart(<RoundHistory requestId={11} rounds={rounds} />);
  const headings = await screen.findAllByRole('heading', { name: /^Round/ });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Round 2', 'Round 1']);
  expect(screen.getByText('Note: The agreement is signed.')).toBeVisible();
  expect(screen.getByText('Reason: None provided')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Round 1' })).toHaveTextContent(
    /Term extended by 1 month .*Reason: The ethics committee meets in May\./,
  );
  rerender(<div />);
});

const DAY = 24;

/** A submission, a custodian who took two days, a reviewer who has waited for twelve. */
const waiting = [
  makeState({
    state_id: 1,
    role: 'Data Requester',
    stage_activity: 'Submitted',
    state: 'Approved',
    timeline: 'Submitted',
    pos_x: 0.7,
    pos_y: 0.1,
    unattended_since: null,
    responded_on: hoursAgo(14 * DAY + 3),
  }),
  makeState({
    state_id: 2,
    role: 'Data Custodian',
    stage_activity: 'Custodian approval',
    state: 'Approved',
    pos_y: 0.3,
    unattended_since: null,
    responded_on: hoursAgo(12 * DAY + 2),
    attended_by: makeAttendant({ fname: 'Odette', sname: 'Marsh' }),
  }),
  makeState({ state_id: 3, unattended_since: hoursAgo(12 * DAY + 2) }),
];
const waitingEdges = [
  { current_state: 1, next: 2 },
  { current_state: 2, next: 3 },
];

/** Makes the window wide. jsdom has no layout, so the drawing gets a width. */
function widen() {
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...{ matches: true, media, onchange: null },
    ...{ addEventListener: () => {}, removeEventListener: () => {} },
    ...{ addListener: () => {}, removeListener: () => {}, dispatchEvent: () => false },
  }));
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
}

it('draws how long each stage took, and shows the details of a chosen stage', async () => {
  widen();
  answerStates(waiting, waitingEdges);
  renderPart(<Tracking requestId={11} rounds={[]} />);
  const drawing = await screen.findByRole('figure', { name: 'Tracking graph' });
  const node = (name: string) => within(drawing).findByRole('button', { name });
  const reviewer = await node('Data Security Reviewer: Unattended, for 12 days');
  expect(reviewer).toHaveAttribute('aria-pressed', 'true');
  expect(within(drawing).getByText('12 days')).toBeInTheDocument();
  const panel = screen.getByRole('region', { name: 'Chosen stage' });
  expect(panel).toHaveTextContent('Data Security Reviewer');

  fireEvent.click(await node('Data Custodian: Approved, after 2 days'));
  expect(panel).toHaveTextContent('Odette Marsh, National Health Institute');
  expect(panel).toHaveTextContent(/, after 2 days/);
  expect(reviewer).toHaveAttribute('aria-pressed', 'false');
});

it('draws the due date of a waiting stage, and shows it beside the drawing', async () => {
  widen();
  const due = makeDue({ on: '2026-11-27', state: 'Overdue' });
  answerStates([...waiting.slice(0, 2), { ...waiting[2]!, target: 10, due }], waitingEdges);
  renderPart(<Tracking requestId={11} rounds={[]} />);
  const drawing = await screen.findByRole('figure', { name: 'Tracking graph' });
  expect(
    await within(drawing).findByRole('button', {
      name: 'Data Security Reviewer: Unattended, for 12 days, Due 27 November 2026 · Overdue',
    }),
  ).toBeInTheDocument();
  expect(within(drawing).getByText('Overdue')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Chosen stage' })).toHaveTextContent(
    'Due 27 November 2026 · Overdue',
  );
});

it('lists the due dates of waiting stages, and which of them are paused', async () => {
  const [submitted, custodian] = waiting;
  answerStates([
    submitted!,
    makeState({ state_id: 2, target: 10, due: makeDue({ state: 'Due soon' }) }),
    makeState({ state_id: 3, target: 10, due: makeDue({ on: null }) }),
    { ...custodian!, state_id: 4 },
  ]);
  renderPart(<Tracking requestId={11} rounds={[]} />);
  const list = await screen.findByRole('list', { name: 'Stages' });
  const texts = within(list)
    .getAllByRole('listitem')
    .map(
      ({ textContent }) =>
        /Due \d.*(On time|Due soon|Overdue)|Paused until a comment is resolved/.exec(
          textContent,
        )?.[0],
    );
  expect(texts).toEqual([
    undefined,
    'Due 04 December 2026 · Due soon',
    'Paused until a comment is resolved',
    undefined,
  ]);
});

it('shows the list in place of the drawing, and keeps the choice in the address', async () => {
  widen();
  answerStates(waiting, waitingEdges);
  const { user } = renderPart(<Tracking requestId={11} rounds={[]} />);
  expect(screen.queryByRole('list', { name: 'Stages' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'List' }));
  const list = await screen.findByRole('list', { name: 'Stages' });
  expect(within(list).getByText(/, after 2 days/)).toBeVisible();
  expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent('view=list');
  await user.click(screen.getByRole('button', { name: 'Drawing' }));
  expect(await screen.findByRole('figure', { name: 'Tracking graph' })).toBeVisible();
  await waitFor(() => expect(screen.getByTestId('location')).not.toHaveTextContent('view'));
});

it('counts the time of a stage from the resubmission', () => {
  const [submitted, custodian] = waiting;
  const rounds = [
    { round: 1, started_on: hoursAgo(14 * DAY + 3), note: null },
    { round: 2, started_on: hoursAgo(12 * DAY + 20), note: null },
  ];
  const { edges } = stageTimes([submitted!, custodian!], waitingEdges, rounds, Date.now());
  expect([...edges].map(([edge, took]) => [edge, shortDays(took)])).toEqual([['1-2', '< 1 d']]);
});
