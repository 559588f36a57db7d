import type { ActEntry } from '@/api/models';

/** An audit entry: a person commented on a request. */
export function makeEntry(entryId: number, changes: Partial<ActEntry> = {}): ActEntry {
  return {
    entry_id: entryId,
    at: '2026-03-05T14:07:31.250Z',
    kind: 'request.commented',
    words: 'Comment',
    who: 'person',
    person: { user_id: 21, name: 'Amara Linwood' },
    concerns: null,
    request: { request_id: 11, reference: 'DAC0011' },
    details: { request: 11, state: 95, comment: 4, section: 'Ethics', action_required: true },
    records: [],
    log_index: entryId - 1,
    times: 1,
    has_evidence: true,
    ...changes,
  };
}

export const makeSignIn = (entryId: number, changes: Partial<ActEntry> = {}): ActEntry =>
  makeEntry(entryId, {
    kind: 'account.signed_in',
    words: 'Signed in',
    concerns: { user_id: 21, name: 'Amara Linwood' },
    request: null,
    details: { user: 21, session: 8, browser: 'Firefox', system: 'Linux' },
    ...changes,
  });
