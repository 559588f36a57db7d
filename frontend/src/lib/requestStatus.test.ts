import { expect, it } from 'vitest';
import { hoursAgo, makeRequest, makeRequestRow, makeState } from '@/testing/reviewFactories';
import { statusLine, waitingFor, waitingLine } from './requestStatus';

const waiting = (hours: number, ...roles: string[]) =>
  statusLine(
    makeRequest({
      request_states: roles.map((role) => makeState({ role, unattended_since: hoursAgo(hours) })),
    }),
  );

it('says whose turn it is and for how long', () => {
  expect(statusLine(makeRequest())).toBe('Waiting for the Data Security Reviewer, 3 days');
  expect(waiting(25, 'Data Officer')).toBe('Waiting for the Data Officer, 1 day');
  expect(waiting(2, 'Data Officer', 'Data Custodian')).toBe(
    'Waiting for the Data Officer and the Data Custodian since today',
  );
  expect(waitingLine(['Data Custodian', 'Data Officer'], null)).toBe(
    'Waiting for the Data Custodian and the Data Officer',
  );
});

it('says where nobody can decide', () => {
  const row = makeRequestRow({ waiting_for: ['Data Officer', 'Data Custodian'] });
  expect(waitingFor({ ...row, waits_for_nobody: true })).toBe(
    'Waiting for nobody: no Data Officer, no Data Custodian can decide',
  );
  expect(waitingFor({ ...row, status: 'Approved', waits_for_nobody: true })).toBe('');
});

it('says how it ended, and that feedback is missing to whom it is to come from', () => {
  expect(statusLine(makeRequest({ status: 'Denied', status_text: 'Denied on the 2nd day' }))).toBe(
    'Denied on the 2nd day',
  );
  const approved = { status: 'Approved', status_text: 'Approved on the 3rd day' };
  expect(statusLine(makeRequest(approved))).toBe('Approved on the 3rd day');
  const own = { ...approved, is_own: true };
  expect(statusLine(makeRequest(own))).toBe('Approved on the 3rd day, waiting for your feedback');
  expect(statusLine(makeRequest({ ...own, has_feedback: true }))).toBe('Approved on the 3rd day');
});
