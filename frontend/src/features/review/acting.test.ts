import { expect, it } from 'vitest';
import { hoursAgo, makeComment, makeRequest, makeState } from '@/testing/reviewFactories';
import { blockedUntil, ownStage, whyNoComment, whyNot } from './acting';
import { defaultTab, tabsOf, viewLabel } from './tabs';

const now = Date.now();
const demand = (hours: number, resolved = false) =>
  makeComment({ action_required: true, resolved, created_on: hoursAgo(hours) });

it('finds the stage of an organisation role, and never that of the requester', () => {
  const stage = makeState();
  const request = makeRequest({
    request_states: [makeState({ state_id: 1, role: 'Data Requester', org_role_id: 18 }), stage],
  });
  expect(ownStage(request, 18)).toBe(stage);
  expect(ownStage(request, 19)).toBeUndefined();
  expect(ownStage(request, undefined)).toBeUndefined();
});

it('is blocked for 48 hours by an unresolved comment that demands action', () => {
  expect(blockedUntil([demand(47)], now)).toBeGreaterThan(now);
  expect(blockedUntil([demand(49)], now)).toBeUndefined();
  expect(blockedUntil([demand(1, true)], now)).toBeUndefined();
  expect(blockedUntil([makeComment()], now)).toBeUndefined();
  const [first, last] = [demand(20), demand(2)];
  expect(blockedUntil([first, last], now)).toBe(blockedUntil([last], now));
});

it('lets decide only at one’s own stage, in its turn, not on an own request, and unblocked', () => {
  const stage = makeState();
  const request = makeRequest();
  expect(whyNot(request, stage, [], now)).toBeUndefined();
  expect(whyNot(request, undefined, [], now)).toBe('This request does not pass your stage.');
  expect(whyNot(makeRequest({ is_own: true }), stage, [], now)).toMatch(/of your own/);
  expect(whyNot(request, makeState({ state: 'Incoming' }), [], now)).toBe(
    'This Data Request is Incoming',
  );
  expect(whyNot(request, stage, [demand(1)], now)).toMatch(
    /blocks until the requester acts or 48 hours pass/,
  );
});

it('lets comment while a demand blocks the decision', () => {
  expect(whyNoComment(makeRequest(), makeState())).toBeUndefined();
  expect(whyNoComment(makeRequest(), makeState({ state: 'Approved' }))).toBe(
    'This Data Request is Approved',
  );
});

it('has five tabs for staff and four for a Super User, Pending first shown', () => {
  const staff = tabsOf('Data Officer');
  expect(staff.map(({ title }) => title)).toEqual([
    'Incoming Requests',
    'Pending Requests',
    'Approved Requests',
    'Denied Requests',
    'All Requests',
  ]);
  expect(staff[1]).toBe(defaultTab);
  expect(tabsOf('Super User').map(({ key }) => key)).toEqual([
    'pending',
    'approved',
    'denied',
    'all',
  ]);
});

it('names the button of a row by the role', () => {
  expect(viewLabel('Data Access Reviewer')).toBe('Review Request');
  expect(viewLabel('Data Security Approver')).toBe('Approve Request');
  expect(viewLabel('Data Custodian')).toBe('View Request');
  expect(viewLabel('Super User')).toBe('View Request');
});
