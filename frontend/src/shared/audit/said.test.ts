import { expect, it } from 'vitest';
import { makeEntry, makeSignIn } from '@/testing/auditFactories';
import { idsOf, saidOf } from './said';
import { whoDid, whomAbout } from './who';

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
  expect(saidOf(decided)).toEqual([
    'Approved',
    'Status Pending',
    'Round 1',
    'Stage 3',
    'Version 3',
  ]);
  expect(idsOf(decided)).toEqual(['State 95']);
  expect(saidOf(makeEntry(1))).toEqual(['Ethics', 'Action required']);
  expect(idsOf(makeEntry(1))).toEqual(['State 95', 'Comment 4']);
});

it('states how often a document was opened within the hour', () => {
  const opened = { details: { request: 11, document: 4 } };
  expect(saidOf({ ...opened, times: 1 })).toEqual([]);
  expect(saidOf({ ...opened, times: 12 })).toEqual(['12 times within the hour']);
});

it('names the device of a sign-in', () => {
  expect(saidOf(makeSignIn(1))).toEqual(['Firefox on Linux']);
  expect(saidOf(makeSignIn(1, { details: { system: 'Linux' } }))).toEqual(['Linux']);
  expect(idsOf(makeSignIn(1))).toEqual(['Session 8']);
});

it('omits false flags, and formats counts, purposes and stages', () => {
  expect(saidOf({ details: { action_required: false, resolved: false } })).toEqual([]);
  expect(idsOf({ details: { action_required: false } })).toEqual([]);
  expect(saidOf({ details: { entries: 1 } })).toEqual(['1 entry']);
  expect(saidOf({ details: { requests: 12, what: 'all_requests' } })).toEqual([
    'all requests',
    '12 Data Requests',
  ]);
  expect(saidOf({ details: { purpose: 'EmailChange' } })).toEqual(['For an email address']);
  expect(saidOf({ details: { stages: [2, 3], needed_on: '2026-05-04' } })).toEqual([
    'Date needed: 04 May 2026',
    'Stages 3, 4',
  ]);
  expect(idsOf({ details: { version: '1.2.0', configuration: digest } })).toEqual([
    'Version 1.2.0',
  ]);
});

it('names the actor as far as the reader may know', () => {
  expect(whoDid(makeEntry(1), 7)).toBe('Amara Linwood');
  expect(whoDid(makeEntry(1), 21)).toBe('You');
  expect(whoDid(makeEntry(1, { person: { user_id: 5, name: null } }), 7)).toBe('Account 5');
  const nobody = { person: null };
  expect(whoDid(makeEntry(1, { ...nobody, who: 'somebody_else' }), 7)).toBe('Someone else');
  expect(whoDid(makeEntry(1, { ...nobody, who: 'product' }), 7)).toBe('Aditus');
  expect(whoDid(makeEntry(1, { ...nobody, who: 'stranger' }), 7)).toBe(
    'Someone who was not signed in',
  );
});

it('names the subject if it is another person', () => {
  const concerns = { user_id: 30, name: 'Hugo Wendell' };
  expect(whomAbout(makeEntry(1, { concerns }), 7)).toBe('Hugo Wendell');
  expect(whomAbout(makeEntry(1, { concerns }), 30)).toBeUndefined();
  expect(whomAbout(makeSignIn(1), 7)).toBeUndefined();
});
