import { useQueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import type { HistoryEntry, RequestState } from '@/api/models';
import { requestQueries } from '@/shared/requests/queries';
import { renderPart } from '@/testing/render';
import { hoursAgo, makeState } from '@/testing/reviewFactories';
import { answer, refuse, server, url } from '@/testing/server';
import { RoundHistory } from './RoundHistory';
import { Tracking } from './Tracking';

function LookAgain() {
  const client = useQueryClient();
  return (
    <button onClick={() => void client.invalidateQueries({ queryKey: requestQueries.all })}>
      Look again
    </button>
  );
}

const answerStates = (states: RequestState[]) =>
  server.use(
    http.get(url('data_requests/request_states'), () => answer(states)),
    http.get(url('data_requests/request_edges'), () => answer([])),
  );

const changed = "This Request's Tracking Graph has been updated.";

it('shows a toast only when the states have changed', async () => {
  answerStates([makeState()]);
  const { user } = renderPart(
    <>
      <Tracking requestId={11} />
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

it('shows the prescribed text if there is no tracking information', async () => {
  server.use(
    http.get(url('data_requests/request_states'), () =>
      refuse(404, 'No tracking information found.'),
    ),
    http.get(url('data_requests/request_edges'), () =>
      refuse(404, 'No tracking information found.'),
    ),
  );
  renderPart(<Tracking requestId={11} />);
  expect(await screen.findByText('No tracking information found.')).toBeVisible();
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
    { round: 1, started_on: hoursAgo(200), note: null },
    { round: 2, started_on: hoursAgo(80), note: 'The agreement is signed.' },
  ];
  const { rerender } = renderPart(<RoundHistory requestId={11} rounds={rounds} />);
  const headings = await screen.findAllByRole('heading', { name: /^Round/ });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Round 2', 'Round 1']);
  expect(screen.getByText('Note: The agreement is signed.')).toBeVisible();
  expect(screen.getByText('Reason: None provided')).toBeVisible();
  rerender(<div />);
});
