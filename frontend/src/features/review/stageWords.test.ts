import { expect, it } from 'vitest';
import type { DataRequest, RequestState } from '@/api/models';
import { whenDone } from '@/lib/dates';
import { makeActing, makeAttendant, makeRequest, makeState } from '@/testing/reviewFactories';
import { stageWords } from './stageWords';

const OWN = 7;
/** In the time zone of the reader. */
const DECIDED = whenDone('2026-03-05T10:00:00Z');

/** Returns the text for the reader of the first stage, given that stage and the next one. */
function wordsFor(
  own: Partial<RequestState>,
  next: Partial<RequestState>,
  changes: Partial<DataRequest> = {},
): string | undefined {
  const request_states = [
    makeState({
      responded_on: '2026-03-05T10:00:00Z',
      attended_by: makeAttendant({ user_id: OWN }),
      ...own,
    }),
    makeState({ state_id: 96, role: 'Data Security Approver', ...next }),
  ];
  return stageWords(makeRequest({ request_states, ...changes }), OWN);
}

it("states the reader's own decision and the next stage", () => {
  expect(wordsFor({ state: 'Approved' }, {})).toBe(
    `You approved this stage ${DECIDED}. It now waits for the Data Security Approver.`,
  );
});

it('names another person who decided at the stage, and the time', () => {
  const attended_by = makeAttendant({ user_id: 70, fname: 'Zawadi', sname: 'Okello' });
  expect(wordsFor({ state: 'Approved', attended_by }, {})).toMatch(
    /^Zawadi Okello approved this stage on 05 March 2026 at \d\d:\d\d\. It now waits for/,
  );
  expect(wordsFor({ state: 'Approved', attended_by: null }, {})).toMatch(
    /^The Data Security Reviewer approved this stage on /,
  );
});

it('states that the request waits for the requester while a comment requires action', () => {
  const words = wordsFor(
    { state: 'Approved' },
    {},
    {
      waiting_text: 'Waiting for the requester: 1 action required, 46 hours left',
      acting: makeActing({ blocked_until: '2026-03-07T10:00:00Z' }),
    },
  );
  expect(words).toBe(
    `You approved this stage ${DECIDED}. It now waits for the requester: 1 action required, 46 hours left.`,
  );
});

it('states how the review ended', () => {
  expect(wordsFor({ state: 'Denied' }, { state: 'Halted' }, { status: 'Denied' })).toBe(
    `You denied this stage ${DECIDED}. The review has ended. The requester can change the Data Request and submit it again.`,
  );
  expect(wordsFor({ state: 'Approved' }, { state: 'Denied' }, { status: 'Denied' })).toBe(
    `You approved this stage ${DECIDED}. The Data Security Approver then denied this Data Request.`,
  );
  expect(wordsFor({ state: 'Approved' }, { state: 'Approved' }, { status: 'Approved' })).toBe(
    `You approved this stage ${DECIDED}. All stages have approved this Data Request.`,
  );
  expect(wordsFor({ state: 'Approved' }, { state: 'Recalled' }, { status: 'Recalled' })).toBe(
    `You approved this stage ${DECIDED}. This Data Request was then recalled.`,
  );
});

it('is empty before the decision, and for a reader without a stage', () => {
  expect(wordsFor({ state: 'Unattended' }, {})).toBeUndefined();
  expect(wordsFor({ state: 'Incoming' }, {})).toBeUndefined();
  const acting = makeActing({ stage: null });
  expect(wordsFor({ state: 'Approved' }, {}, { acting })).toBeUndefined();
});
