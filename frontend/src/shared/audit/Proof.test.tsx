import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import type { ActEntry } from '@/api/models';
import { makeEntry } from '@/testing/auditFactories';
import { catchDownloads } from '@/testing/downloads';
import { renderPart, signInAs } from '@/testing/render';
import { answerEntries, refuse, server, url } from '@/testing/server';
import { makeRequest } from '@/testing/reviewFactories';
import { Proof } from './Proof';
import { ReleasedOn } from './ProvenDates';
import { RequestProof } from './RequestProof';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('shows the position in the log and downloads the evidence', async () => {
  const saved = catchDownloads();
  signInAs('Super User');
  server.use(
    http.get(
      url('audit/entries/51/evidence'),
      () => new HttpResponse('{}', { headers: { 'content-type': 'application/json' } }),
    ),
  );
  const { user } = renderPart(<Proof entry={makeEntry(51)} />);
  expect(screen.getByText('Entry 51 in the log')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Download proof: Comment, / }));
  await waitFor(() => expect(saved).toEqual(['entry-51.evidence.json']));
});

it('shows the reason if the evidence is refused', async () => {
  signInAs('Super User');
  const message = 'This entry is not in the transparency log yet. Try again in a moment.';
  server.use(http.get(url('audit/entries/51/evidence'), () => refuse(409, message)));
  const { user } = renderPart(<Proof entry={makeEntry(51)} />);
  await user.click(screen.getByRole('button', { name: /^Download proof/ }));
  expect(await screen.findByText(message)).toBeVisible();
});

it('offers no evidence before the entry is in the log or if the reader may not have it', () => {
  const at = new Date().toISOString();
  const { unmount } = renderPart(
    <Proof entry={makeEntry(51, { at, log_index: null, has_evidence: false })} />,
  );
  expect(screen.getByText('Not in the log yet')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  renderPart(<Proof entry={makeEntry(51, { has_evidence: false })} />);
  expect(screen.getByText('Entry 51 in the log')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('reports an entry as unproven if it is not in the log after hours', () => {
  const at = new Date(Date.now() - 2 * 60 * 60_000).toISOString();
  renderPart(
    <Proof entry={makeEntry(51, { at, log_index: null, has_evidence: false })} comesSoon />,
  );
  expect(screen.getByText('Not in the log, so there is no proof of it')).toBeVisible();
});

/** An audit entry about a decision on a stage. */
const decision = (entryId: number, state: number, round: number, changes: Partial<ActEntry> = {}) =>
  makeEntry(entryId, {
    kind: 'request.decided',
    words: 'Decision',
    details: { request: 11, state, round, outcome: 'Approved' },
    ...changes,
  });

it('offers the proofs of the given acts, and nothing for acts without one', async () => {
  server.use(
    http.get(url('data_requests/11/record'), ({ request }) => {
      const { searchParams } = new URL(request.url);
      expect(searchParams.get('provable')).toBe('true');
      return answerEntries([
        decision(54, 96, 2),
        decision(53, 95, 2, { has_evidence: false }),
        decision(52, 96, 1),
        makeEntry(51, { kind: 'request.submitted', words: 'Data Request submitted' }),
      ]);
    }),
  );
  renderPart(
    <>
      <p>
        <RequestProof requestId={11} act={{ kind: 'request.decided', state: 96 }} of="Last" />
      </p>
      <p>
        <RequestProof
          requestId={11}
          act={{ kind: 'request.decided', state: 96, round: 1 }}
          of="First round"
        />
      </p>
      <RequestProof requestId={11} act={{ kind: 'request.decided', state: 95 }} of="Withheld" />
      <RequestProof requestId={11} act={{ kind: 'request.decided', state: 97 }} of="Older" />
      <RequestProof requestId={11} act={{ kind: 'request.released' }} />
      <RequestProof requestId={11} act={{ kind: 'request.submitted' }} />
    </>,
  );
  const last = await screen.findByRole('button', { name: /^Download proof: Last, Decision, / });
  expect(last.closest('p')).toHaveTextContent('Entry 54 in the log');
  const first = screen.getByRole('button', { name: /^Download proof: First round, / });
  expect(first.closest('p')).toHaveTextContent('Entry 52 in the log');
  expect(screen.getByRole('button', { name: /: Data Request submitted, / })).toBeVisible();
  expect(screen.getAllByRole('button')).toHaveLength(3);
});

it('announces a proof and polls until the entry is in the log', async () => {
  let asked = 0;
  server.use(
    http.get(url('data_requests/11/record'), () => {
      asked += 1;
      const waits = asked === 1;
      const at = new Date().toISOString();
      return answerEntries([
        decision(52, 96, 1, { at, log_index: waits ? null : 51, has_evidence: !waits }),
      ]);
    }),
  );
  renderPart(<RequestProof requestId={11} act={{ kind: 'request.decided', state: 96 }} />);
  expect(await screen.findByText('Not in the log yet; the proof comes in a moment')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  expect(await screen.findByRole('button', { name: /^Download proof: Decision/ })).toBeVisible();
  expect(asked).toBe(2);
});

it('shows the day of a release with its proof, and nothing before the release', async () => {
  server.use(
    http.get(url('data_requests/11/record'), () =>
      answerEntries([makeEntry(55, { kind: 'request.released', words: 'Data released' })]),
    ),
  );
  const { requested_datasets: datasets } = makeRequest();
  const on = (day: string | null) =>
    makeRequest({
      request_id: 11,
      requested_datasets: datasets.map((dataset) => ({ ...dataset, release_date: day })),
    });
  const { unmount } = renderPart(<ReleasedOn request={on('2026-03-05')} />);
  expect(screen.getByText('Data released on')).toBeVisible();
  expect(await screen.findByRole('button', { name: /: Data released, / })).toBeVisible();
  expect(screen.getByText(/^05 March 2026/)).toHaveTextContent('Entry 55 in the log');
  unmount();
  renderPart(<ReleasedOn request={on(null)} />);
  expect(screen.queryByText('Data released on')).toBeNull();
});
