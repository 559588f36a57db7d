import { expect, it } from 'vitest';
import { makeEntry, makeSignIn } from '@/testing/auditFactories';
import { entryIds, entryDetails } from './entryDetails';
import { actorName, subjectName } from './entryPeople';

const digest = 'ab'.repeat(32);

it('separates readable details from ids', () => {
  const decided = {
    details: {
      request: 11,
      state: 95,
      stage: 2,
      round: 1,
      outcome: 'Approved',
      version: 3,
      content: digest,
      status: 'Pending',
    },
  };
  expect(entryDetails(decided)).toEqual([
    'Approved',
    'Status Pending',
    'Round 1',
    'Stage 3',
    'Version 3',
  ]);
  expect(entryIds(decided)).toEqual(['State 95']);
  expect(entryDetails(makeEntry(1))).toEqual(['Ethics', 'Action required']);
  expect(entryIds(makeEntry(1))).toEqual(['State 95', 'Comment 4']);
});

it('states how often a document was opened within the hour', () => {
  const opened = { details: { request: 11, document: 4 } };
  expect(entryDetails({ ...opened, times: 1 })).toEqual([]);
  expect(entryDetails({ ...opened, times: 12 })).toEqual(['12 times within the hour']);
});

it('names the device of a sign-in', () => {
  expect(entryDetails(makeSignIn(1))).toEqual(['Firefox on Linux']);
  expect(entryDetails(makeSignIn(1, { details: { system: 'Linux' } }))).toEqual(['Linux']);
  expect(entryIds(makeSignIn(1))).toEqual(['Session 8']);
});

it('names the second factor of a sign-in and the recovery codes left', () => {
  const details = { browser: 'Firefox', second_factor: 'authenticator app' };
  expect(entryDetails({ details })).toEqual(['Firefox', 'By authenticator app']);
  expect(entryDetails({ details: { left: 9 } })).toEqual(['9 codes left']);
  expect(entryDetails({ details: { left: 1 } })).toEqual(['1 code left']);
  expect(entryDetails({ details: { replaced: true } })).toEqual(['Replaces the earlier one']);
});

it('names the provider of a sign-in, and the reason of a refusal', () => {
  const linked = { details: { user: 21, identity: 4, provider: 'ministry' } };
  expect(entryDetails(linked)).toEqual(['Provider ministry']);
  expect(entryIds(linked)).toEqual(['Identity 4']);
  expect(entryDetails({ details: { provider: 'ministry', why: 'assurance too low' } })).toEqual([
    'Provider ministry',
    'assurance too low',
  ]);
});

it('names the reason of a recall by the system only', () => {
  const recalled = { stages: [2], reason: 'No answer in time' };
  expect(entryDetails({ details: recalled })).toEqual(['Stages 3', 'No answer in time']);
  expect(entryDetails({ details: { outcome: 'Denied', reason: 'Too wide' } })).toEqual(['Denied']);
});

it('omits false flags, and formats counts, purposes and stages', () => {
  expect(entryDetails({ details: { action_required: false, resolved: false } })).toEqual([]);
  expect(entryIds({ details: { action_required: false } })).toEqual([]);
  expect(entryDetails({ details: { entries: 1 } })).toEqual(['1 entry']);
  expect(entryDetails({ details: { requests: 12, what: 'all_requests' } })).toEqual([
    'all requests',
    '12 Data Requests',
  ]);
  expect(entryDetails({ details: { purpose: 'EmailChange' } })).toEqual(['For an email address']);
  expect(entryDetails({ details: { stages: [2, 3], needed_on: '2026-05-04' } })).toEqual([
    'Date needed: 04 May 2026',
    'Stages 3, 4',
  ]);
  expect(entryIds({ details: { version: '1.2.0', configuration: digest } })).toEqual([
    'Version 1.2.0',
  ]);
});

it('names the actor as far as the reader may know', () => {
  expect(actorName(makeEntry(1), 7)).toBe('Amara Linwood');
  expect(actorName(makeEntry(1), 21)).toBe('You');
  expect(actorName(makeEntry(1, { person: { user_id: 5, name: null } }), 7)).toBe('Account 5');
  const nobody = { person: null };
  expect(actorName(makeEntry(1, { ...nobody, who: 'somebody_else' }), 7)).toBe('Someone else');
  expect(actorName(makeEntry(1, { ...nobody, who: 'product' }), 7)).toBe('Aditus');
  expect(actorName(makeEntry(1, { ...nobody, who: 'stranger' }), 7)).toBe(
    'Someone who was not signed in',
  );
});

it('names the subject if it is another person', () => {
  const concerns = { user_id: 30, name: 'Hugo Wendell' };
  expect(subjectName(makeEntry(1, { concerns }), 7)).toBe('Hugo Wendell');
  expect(subjectName(makeEntry(1, { concerns }), 30)).toBeUndefined();
  expect(subjectName(makeSignIn(1), 7)).toBeUndefined();
});
