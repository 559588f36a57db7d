import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError, type Reason } from '@/api/errors';
import type { DraftFile } from '@/api/models';
import type { SelectedVariable } from '@/lib/variableSelection';
import { emptyDraft, type Choice, type Draft, type Files } from './draft';
import type { ServedDraft } from './draftContent';
import {
  newSession,
  reduce,
  textOf,
  type DraftEffect,
  type DraftEvent,
  type DraftSession,
} from './draftSession';
import type { LocalDraft } from './localDraft';

const noChoice: Choice = { dataSourceId: null, variables: [] };
const at = 1_000;
const file = (file_id: number): DraftFile => ({
  file_id,
  name: 'letter.pdf',
  mime: 'application/pdf',
  size: 5,
});
const draftWith = (title: string): Draft => ({
  ...emptyDraft,
  details: { ...emptyDraft.details, title },
});
const served = (title: string, version: number, files: Files = new Map()): ServedDraft => ({
  draftId: 3,
  version,
  changedOn: '2026-11-02T10:30:00Z',
  draft: draftWith(title),
  files,
  dataSourceId: null,
  variableIds: [],
});
const localDraft = (title: string, version: number): LocalDraft => ({
  draft: draftWith(title),
  files: new Map(),
  choice: noChoice,
  version,
});
const refusal = (status: number, reason: Reason, errors: Record<string, string[]> = {}) =>
  new ApiError(status, `refused with ${status}`, { reason, errors });

/** Runs events one after another. Returns the effects of the last one. */
function play(session: DraftSession, ...events: DraftEvent[]) {
  let now = session;
  let effects: readonly DraftEffect[] = [];
  for (const event of events) [now, effects] = reduce(now, event);
  return { session: now, effects, kinds: effects.map(({ type }) => type) };
}

const typed = (title: string): DraftEvent => ({
  type: 'changed',
  changes: draftWith(title),
  at,
});
const saved = (session: DraftSession, version: number): DraftEvent => {
  const { draft, files, choice } = session;
  const { dataSourceId } = choice;
  const sent = textOf({ ...served('', version), draft, files, dataSourceId });
  return { type: 'saved', version, sent };
};
const due: DraftEvent = { type: 'saveDue' };
const failed = (error: unknown): DraftEvent => ({ type: 'saveFailed', error, at });

/** Draft 3, loaded in version 1. */
const loaded = (files?: Files) =>
  play(newSession(3, noChoice), {
    type: 'loaded',
    found: served('Malaria', 1, files),
    variables: [],
    local: undefined,
    isOwn: false,
    at,
  }).session;
/** Draft 3 while this title is being saved. */
const savingOf = (title: string) => play(loaded(), typed(title), due).session;

describe('opening', () => {
  it('loads the draft from the server', () => {
    const opened = play(newSession(3, noChoice), { type: 'opened', local: undefined, at });
    expect(opened.effects).toEqual([{ type: 'load', draftId: 3, local: undefined }]);
    expect(loaded()).toMatchObject({ phase: 'ready', version: 1, saved: 'saved', conflict: null });
  });

  it('saves a new draft only if it has content', () => {
    const variable = { var_id: 11, var_name: 'a', tbl_id: 1, tbl_name: 't' };
    const picked: SelectedVariable = { ...variable, is_identifiable: false };
    const open: DraftEvent = { type: 'opened', local: undefined, at };
    expect(play(newSession(null, noChoice), open).kinds).toEqual([]);
    expect(play(newSession(null, { dataSourceId: 1, variables: [picked] }), open)).toMatchObject({
      session: { phase: 'ready', saved: 'scheduled' },
      kinds: ['scheduleLocalSave', 'scheduleSave'],
    });
  });

  const openWith = (local: LocalDraft, version: number, isOwn = false) =>
    play(newSession(3, noChoice), {
      type: 'loaded',
      found: served('Saved', version),
      variables: [],
      local,
      isOwn,
      at,
    });

  it.each<[string, ReturnType<typeof openWith>, Partial<DraftSession>]>([
    [
      'continues with the local copy if the server has the same version',
      openWith(localDraft('Typed', 2), 2),
      { draft: draftWith('Typed'), saved: 'scheduled', conflict: null },
    ],
    [
      'continues with the local copy if this tab saved the newer version itself',
      openWith(localDraft('Typed', 1), 2, true),
      { draft: draftWith('Typed'), saved: 'scheduled', conflict: null, version: 2 },
    ],
    [
      'asks which version to keep if another tab saved a newer one',
      openWith(localDraft('Typed', 1), 2),
      { draft: draftWith('Typed'), saved: 'scheduled', conflict: served('Saved', 2) },
    ],
    [
      'has nothing to save if the server has the content of the local copy',
      openWith(localDraft('Saved', 1), 2),
      { saved: 'saved', conflict: null },
    ],
  ])('%s', (_, { session }, expected) => {
    expect(session).toMatchObject(expected);
  });

  const failToLoad = (error: unknown, local?: LocalDraft) =>
    play(newSession(3, noChoice), { type: 'loadFailed', local, error, at });

  it('keeps the local copy if the tab is closed before the draft is loaded', () => {
    const opened: DraftEvent = { type: 'opened', local: localDraft('Typed', 4), at };
    const closed: DraftEvent = { type: 'localSaveDue' };
    expect(play(newSession(3, noChoice), opened, closed).effects).toEqual([]);
    const unread = failToLoad(refusal(500, 'internal'), localDraft('Typed', 4));
    expect(play(unread.session, closed).effects).toEqual([]);
  });

  it('continues offline with the local copy, and saves it based on its version', () => {
    const offline = failToLoad(new NetworkError(), localDraft('Typed', 4));
    expect(offline.session).toMatchObject({
      phase: 'ready',
      draftId: 3,
      version: 4,
      saved: 'scheduled',
    });
    expect(offline.kinds).toContain('scheduleSave');
  });

  it('creates a new draft from the local copy if the draft was deleted', () => {
    const { session, effects } = failToLoad(
      refusal(404, 'draft_not_found'),
      localDraft('Typed', 4),
    );
    expect(session).toMatchObject({
      phase: 'ready',
      draftId: null,
      version: 0,
      saved: 'scheduled',
    });
    expect(effects).toContainEqual({ type: 'keepOnDevice', draftId: 3, local: undefined });
  });

  it('reports a missing draft, and one that cannot be read', () => {
    expect(failToLoad(refusal(404, 'draft_not_found'))).toMatchObject({
      session: { phase: 'missing' },
      effects: [{ type: 'unmarkOpen', keepsChoice: false }],
    });
    const unread = failToLoad(refusal(500, 'internal'));
    expect(unread.session.phase).toBe('failed');
    expect(play(unread.session, { type: 'reconnected' }).kinds).toEqual(['reopen']);
  });
});

describe('saving', () => {
  it('waits for a pause, and keeps the draft on the device until then', () => {
    const { session, effects } = play(loaded(), typed('Rain'));
    expect(session).toMatchObject({ saved: 'scheduled', changedOn: at });
    expect(effects).toEqual([
      { type: 'scheduleLocalSave' },
      { type: 'scheduleSave', after: 'change' },
    ]);
    expect(play(session, { type: 'localSaveDue' }).effects).toMatchObject([
      { type: 'keepOnDevice', draftId: 3, local: { draft: draftWith('Rain'), version: 1 } },
    ]);
  });

  it('runs one save at a time, and another one for changes made meanwhile', () => {
    const saving = savingOf('Rain');
    expect(saving).toMatchObject({ saved: 'saving', isSaving: true });
    const typing = play(saving, typed('Rain and snow'), due);
    expect(typing.kinds).toEqual([]);
    const answered = play(typing.session, saved(saving, 2));
    expect(answered.session).toMatchObject({ version: 2, saved: 'scheduled', isSaving: false });
    expect(answered.effects).toContainEqual({ type: 'scheduleSave', after: 'change' });
    expect(play(answered.session, due).effects).toMatchObject([{ type: 'save', version: 2 }]);
  });

  it('deletes the local copy and notifies other tabs once everything is saved', () => {
    const saving = savingOf('Rain');
    expect(play(saving, saved(saving, 2))).toMatchObject({
      session: { saved: 'saved', version: 2 },
      effects: [{ type: 'keepOnDevice', draftId: 3, local: undefined }, { type: 'broadcastSaved' }],
    });
  });

  it('opens a new draft under its id', () => {
    const begun = play(
      newSession(null, noChoice),
      { type: 'opened', local: undefined, at },
      typed('Rain'),
      due,
    );
    expect(begun.kinds).toEqual(['create']);
    const sent = textOf(served('Rain', 1));
    expect(play(begun.session, { type: 'created', draftId: 5, version: 1, sent })).toMatchObject({
      session: { draftId: 5, version: 1, saved: 'saved' },
      kinds: ['keepOnDevice', 'markOpen', 'keepOnDevice', 'broadcastSaved'],
    });
  });

  it('removes files from the server once the draft is saved without them', () => {
    const session = loaded(new Map([['file_path', file(21)]]));
    const without = play(session, { type: 'fileSet', slot: 'file_path', file: null, at }, due);
    expect(without.kinds).toEqual(['save']);
    const answered = play(without.session, saved(without.session, 2));
    expect(answered.effects).toContainEqual({ type: 'removeFiles', draftId: 3, fileIds: [21] });
    expect(answered.session.removedFiles).toEqual([]);
  });

  it.each<[string, unknown, Partial<DraftSession>, DraftEffect['type'][]]>([
    [
      'without a connection',
      new NetworkError(),
      { saved: 'offline' },
      ['keepOnDevice', 'scheduleSave'],
    ],
    [
      'with a failing server',
      refusal(503, 'database_unavailable'),
      { saved: 'offline' },
      ['keepOnDevice', 'scheduleSave'],
    ],
    [
      'after too many calls',
      refusal(429, 'too_many_requests'),
      { saved: 'offline' },
      ['keepOnDevice', 'scheduleSave'],
    ],
    [
      'that the server rejects',
      refusal(413, 'files_too_large'),
      { saved: 'rejected', refusal: 'refused with 413' },
      ['keepOnDevice'],
    ],
  ])('keeps a save %s on the device', (_, error, expected, kinds) => {
    const result = play(savingOf('Rain'), failed(error));
    expect(result.session).toMatchObject({ ...expected, isSaving: false, failure: error });
    expect(result.kinds).toEqual(kinds);
  });

  it('retries a lost save after a delay, and immediately when the connection is back', () => {
    const lost = play(savingOf('Rain'), failed(new NetworkError()));
    expect(lost.effects).toContainEqual({ type: 'scheduleSave', after: 'loss' });
    expect(play(lost.session, due).kinds).toEqual(['save']);
    expect(play(lost.session, { type: 'reconnected' }).kinds).toEqual(['save']);
  });

  it('removes files that the server no longer has', () => {
    const files = new Map([
      ['file_path', file(21)],
      ['ethics_doc_path', file(22)],
    ]);
    const saving = play(loaded(files), typed('Rain'), due).session;
    const { session, kinds } = play(
      saving,
      failed(refusal(400, 'invalid_fields', { file_path: ['Gone.'] })),
    );
    expect([...session.files.keys()]).toEqual(['ethics_doc_path']);
    expect(session.saved).toBe('scheduled');
    expect(kinds).toContain('warn');
  });
});

describe('a draft that was deleted elsewhere', () => {
  it('continues as a new draft, without its files', () => {
    const files = new Map([['file_path', file(21)]]);
    const saving = play(loaded(files), typed('Rain'), due).session;
    const { session, effects } = play(saving, failed(refusal(404, 'draft_not_found')));
    expect(session).toMatchObject({
      draftId: null,
      version: 0,
      saved: 'scheduled',
      isSaving: false,
    });
    expect(session.files.size).toBe(0);
    expect(effects).toContainEqual({ type: 'keepOnDevice', draftId: 3, local: undefined });
    expect(effects).toContainEqual({ type: 'unmarkOpen', keepsChoice: true });
    expect(play(session, due).kinds).toEqual(['create']);
  });

  it('is missing if nothing was typed, and is kept otherwise', () => {
    const refused: DraftEvent = { type: 'refreshFailed', error: refusal(404, 'draft_not_found') };
    expect(play(loaded(), refused).session.phase).toBe('missing');
    expect(play(loaded(), typed('Rain'), refused).session.phase).toBe('ready');
  });
});

describe('a version conflict', () => {
  const conflict = () => play(savingOf('Rain'), failed(refusal(409, 'draft_changed')));
  const found = (title: string, isOwn = false): DraftEvent => ({
    type: 'conflictRead',
    found: served(title, 2),
    isOwn,
  });

  it("reads the server's version, and saves nothing until then", () => {
    const { session, effects } = conflict();
    expect(effects).toContainEqual({ type: 'readConflict', draftId: 3, version: 1 });
    expect(play(session, typed('Rain and snow'), due).kinds).toEqual([]);
  });

  it('does not occur if the contents are the same', () => {
    const { session } = play(conflict().session, found('Rain'));
    expect(session).toMatchObject({ conflict: null, version: 2, saved: 'saved', isSaving: false });
  });

  it('does not occur if this tab saved that version and lost the response', () => {
    const { session, kinds } = play(
      conflict().session,
      typed('Rain and snow'),
      found('Rain', true),
    );
    expect(session).toMatchObject({ conflict: null, version: 2, saved: 'scheduled' });
    expect(kinds).toContain('scheduleSave');
  });

  it('stops saving until a version is chosen', () => {
    const { session } = play(conflict().session, found('Snow'));
    expect(session).toMatchObject({
      conflict: served('Snow', 2),
      saved: 'scheduled',
      isSaving: false,
    });
    expect(play(session, due).kinds).toEqual([]);
    expect(play(session, { type: 'refreshDue' }).kinds).toEqual([]);
  });

  it('saves the version of this tab over the other one', () => {
    const chosen = play(conflict().session, found('Snow'), {
      type: 'versionChosen',
      keepsOwn: true,
    });
    expect(chosen.session).toMatchObject({ conflict: null, draft: draftWith('Rain') });
    expect(chosen.effects).toMatchObject([
      { type: 'save', version: 2, content: { title: 'Rain' } },
    ]);
  });

  it('applies the other version once its variables are loaded', () => {
    const chosen = play(conflict().session, found('Snow'), {
      type: 'versionChosen',
      keepsOwn: false,
    });
    expect(chosen.effects).toEqual([{ type: 'loadSavedVersion', found: served('Snow', 2) }]);
    expect(chosen.session.conflict).not.toBeNull();
    const event: DraftEvent = {
      type: 'savedVersionLoaded',
      found: served('Snow', 2),
      variables: [],
    };
    expect(play(chosen.session, event)).toMatchObject({
      session: { conflict: null, draft: draftWith('Snow'), version: 2, saved: 'saved' },
      kinds: ['choose', 'markOpen', 'keepOnDevice'],
    });
  });

  it("counts as a lost save if the server's version cannot be read", () => {
    const lost = play(conflict().session, { type: 'conflictUnread', error: new NetworkError() });
    expect(lost.session).toMatchObject({ saved: 'offline', isSaving: false });
    expect(lost.effects).toContainEqual({ type: 'scheduleSave', after: 'loss' });
  });
});

describe('a second tab', () => {
  const refreshed: DraftEvent = {
    type: 'refreshed',
    found: served('Snow', 2),
    variables: [],
  };

  it('replaces the draft if nothing was typed here', () => {
    const refresh = play(loaded(), { type: 'refreshDue' });
    expect(refresh.effects).toEqual([{ type: 'refresh', draftId: 3, version: 1 }]);
    expect(play(refresh.session, refreshed).session).toMatchObject({
      draft: draftWith('Snow'),
      version: 2,
      saved: 'saved',
    });
  });

  it('does not replace changes made here before or during the read', () => {
    const typing = play(loaded(), typed('Rain'));
    expect(play(typing.session, { type: 'refreshDue' }).kinds).toEqual(['save']);
    expect(play(typing.session, refreshed).session.draft).toEqual(draftWith('Rain'));
  });

  it('ignores an unchanged selection of variables', () => {
    const choice = { ...noChoice, variables: [] };
    expect(play(loaded(), { type: 'choiceChanged', choice, at }).kinds).toEqual([]);
    const other = { dataSourceId: 1, variables: [] };
    expect(play(loaded(), { type: 'choiceChanged', choice: other, at }).kinds).toEqual([
      'scheduleLocalSave',
      'scheduleSave',
    ]);
  });
});
