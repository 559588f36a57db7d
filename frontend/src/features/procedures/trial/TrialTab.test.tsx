import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Matrix, Trial } from '@/api/models';
import { makeDrawing, makeProcedure } from '@/testing/procedureFactories';
import { renderPart, signInAs } from '@/testing/render';
import { answer, answerList, refuse, server, url } from '@/testing/server';
import TrialTab from './TrialTab';

interface Asked {
  moves: { stage: number; approve: boolean }[];
  stages?: { stage_id: number }[];
}

const of = (path: string) => url(`data_requests/approval_procedures/5/${path}`);
const tried: Asked[] = [];

/** Simulates the stages Review and Release, in which each move decides the next stage. */
function simulate({ moves }: Asked): Trial {
  const denied = moves.some(({ approve }) => !approve);
  const isOver = denied || moves.length === 2;
  const stateOf = (place: number) => {
    const made = moves[place];
    if (made) return made.approve ? 'Approved' : 'Denied';
    if (denied) return 'Halted';
    return place === moves.length ? 'Unattended' : 'Incoming';
  };
  return {
    status: denied ? 'Denied' : isOver ? 'Approved' : 'Pending',
    is_over: isOver,
    waiting: isOver ? [] : [2 + moves.length],
    approvals_left: isOver ? 0 : 2 - moves.length,
    in_a_row: isOver ? 0 : 2 - moves.length,
    stages: [
      { stage_id: 1, state: 'Approved' },
      { stage_id: 2, state: stateOf(0) },
      { stage_id: 3, state: stateOf(1) },
      { stage_id: 4, state: 'Incoming' },
    ],
    steps: [
      {
        stage: null,
        approve: null,
        notified: [{ who: 'The Data Officer', stage_id: 2, message: 'It is your turn.' }],
        changed: [],
        releases: false,
        status: 'Pending',
      },
      ...moves.map(({ stage, approve }, place) => ({
        stage,
        approve,
        notified: [{ who: 'The requester', stage_id: null, message: `Decision ${place + 1}` }],
        changed: [{ stage_id: stage, state: approve ? 'Approved' : 'Denied' }],
        releases: isOver && approve && place === 1,
        status: !approve ? 'Denied' : place === 1 ? 'Approved' : 'Pending',
      })),
    ],
    asked: [],
    due_dates: [
      { stage_id: 2, on: '2026-12-14' },
      { stage_id: 3, on: '2026-12-17' },
    ],
    expected_on: null,
    refused: null,
  };
}

const matrix: Matrix = {
  stages: [
    { stage_id: 2, stage_activity: 'Review', role: 4, role_name: 'Data Officer' },
    { stage_id: 3, stage_activity: 'Release', role: 4, role_name: 'Data Officer' },
  ],
  sources: [
    {
      data_source: 1,
      source: 'Births',
      cells: [
        { stage_id: 2, kind: 'people', organisation: 'Statistics Office', people: 2 },
        { stage_id: 3, kind: 'nobody', organisation: 'Statistics Office', people: 0 },
      ],
    },
    {
      data_source: 2,
      source: 'Deaths',
      cells: [
        { stage_id: 2, kind: 'people', organisation: 'Harbour Clinic', people: 1 },
        { stage_id: 3, kind: 'not_offered', organisation: null, people: 0 },
      ],
    },
  ],
};

beforeEach(() => {
  localStorage.clear();
  tried.length = 0;
  signInAs('Super User');
  server.use(
    http.get(of('drawing'), () => answer(makeDrawing())),
    http.get(of('matrix'), () => answer(matrix)),
    http.get(url('data_dictionary/data_sources'), () => answerList([])),
    http.post(of('trial'), async ({ request }) => {
      const body = (await request.json()) as Asked;
      tried.push(body);
      return answer(simulate(body));
    }),
  );
});

const open = () => renderPart(<TrialTab procedure={makeProcedure()} />);

it('simulates a request decision by decision to its end, and back', async () => {
  const { user } = open();
  expect(
    await screen.findByText('Pending: 2 approvals are left, one after the other.'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Approve Review' }));
  const release = await screen.findByRole('button', { name: 'Approve Release' });
  await waitFor(() => expect(release).toHaveFocus());
  const log = screen.getByRole('list', { name: 'What happens' });
  expect(log).toHaveTextContent('The requester is notified: Decision 1');
  await user.keyboard('{Enter}');
  expect(
    await screen.findByText('Approved: finished, no more decisions are needed.'),
  ).toBeVisible();
  expect(log).toHaveTextContent('The data counts as released.');
  expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('button', { name: 'Deny Release' }));
  expect(await screen.findByText(/^Denied: finished/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  expect(await screen.findByRole('button', { name: 'Deny Review' })).toBeVisible();
  expect(tried.map(({ moves }) => moves.length)).toContain(2);
});

it('shows the due dates of the stages that are not decided', async () => {
  const { user } = open();
  await screen.findByRole('button', { name: 'Approve Review' });
  const stages = within(screen.getByRole('list', { name: 'Stages' })).getAllByRole('listitem');
  expect(stages.map((stage) => /Due .* today/.exec(stage.textContent)?.[0])).toEqual([
    undefined,
    'Due 14 December 2026 if submitted today',
    'Due 17 December 2026 if submitted today',
    undefined,
  ]);
  await user.click(screen.getByRole('button', { name: 'Approve Review' }));
  await screen.findByRole('button', { name: 'Approve Release' });
  expect(screen.queryByText(/14 December/)).not.toBeInTheDocument();
  expect(screen.getByText(/17 December/)).toBeVisible();
});

it('shows by when the decision is expected until the last decision', async () => {
  server.use(
    http.post(of('trial'), async ({ request }) =>
      answer({ ...simulate((await request.json()) as Asked), expected_on: '2027-03-01' }),
    ),
  );
  const { user } = open();
  const expected = await screen.findByText(/^Decision expected by/);
  expect(expected).toHaveTextContent('Decision expected by 01 March 2027 if submitted today');
  await user.click(screen.getByRole('button', { name: 'Deny Review' }));
  await screen.findByText(/^Denied: finished/);
  expect(screen.queryByText(/Decision expected/)).not.toBeInTheDocument();
});

it('shows no expected day without a term', async () => {
  open();
  await screen.findByRole('button', { name: 'Approve Review' });
  expect(screen.queryByText(/Decision expected/)).not.toBeInTheDocument();
});

it('focuses the next decision even if a heading has the focus by then', async () => {
  const { user } = open();
  await screen.findByRole('button', { name: 'Approve Review' });
  let respond = () => {};
  server.use(
    http.post(of('trial'), async ({ request }) => {
      await new Promise<void>((resolve) => (respond = resolve));
      return answer(simulate((await request.json()) as Asked));
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Approve Review' }));
  const heading = screen.getByRole('heading', { name: 'Stages' });
  heading.tabIndex = -1;
  heading.focus();
  await waitFor(() => {
    respond();
    expect(screen.getByRole('button', { name: 'Approve Release' })).toHaveFocus();
  });
});

it('shows the deciders of each stage, and describes the gaps', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Who would be asked' });
  expect(screen.getByText(/2 places where no one can decide/)).toBeVisible();
  const [, births, deaths] = within(table).getAllByRole('row');
  expect(births).toHaveTextContent('Statistics Office, 2 people');
  expect(births).toHaveTextContent('No one has the role at Statistics Office');
  expect(deaths).toHaveTextContent('No organisation offers the role');
});

it('shows the faults of a procedure that cannot be tried', async () => {
  server.use(
    http.post(of('trial'), () =>
      refuse(400, 'The procedure has no Terminal stage.', {
        reason: 'invalid_fields',
        errors: { faults: ['The procedure has no Terminal stage.'] },
      }),
    ),
  );
  open();
  expect(await screen.findByRole('list', { name: 'Faults' })).toHaveTextContent(
    'The procedure has no Terminal stage.',
  );
});

it('simulates a request on a drawing with unsaved changes', async () => {
  const now = { stages: makeDrawing().stages.slice(0, 3), links: [] };
  localStorage.setItem(
    'aditus.kept.7.procedureDrawing.5',
    JSON.stringify({ row_version: 1, before: makeDrawing(), now }),
  );
  open();
  expect(await screen.findByText(/your unsaved changes/)).toBeVisible();
  await waitFor(() => expect(tried[0]?.stages).toHaveLength(3));
});
