import { ApiError, hasReason, isTooMany, messageOf, NetworkError } from '@/api/errors';
import type { DraftBody, DraftFile } from '@/api/models';
import type { SelectedVariable } from '@/lib/variableSelection';
import { emptyDraft, staffSlot, type Choice, type Draft, type Files } from './draft';
import { contentOf, isEmptyContent, type ServedDraft } from './draftContent';
import type { LocalDraft } from './localDraft';

/**
 * The state of saving. After a failure it is `offline` if the save is retried (without a
 * connection, or after a 429 or 5xx), and otherwise `rejected`.
 */
export type Saved = 'saved' | 'scheduled' | 'saving' | 'offline' | 'rejected';

/** A draft that is open in this tab. */
export interface DraftSession {
  /** Null until the server has the draft. */
  draftId: number | null;
  /** `missing` is a draft that was deleted, or belongs to another account. */
  phase: 'loading' | 'ready' | 'missing' | 'failed';
  error: unknown;
  draft: Draft;
  files: Files;
  choice: Choice;
  saved: Saved;
  refusal: string;
  /** True if this device keeps the changes that the server does not have. */
  hasLocalCopy: boolean;
  /** The version that another tab or device saved. Nothing is saved until one of the two is chosen. */
  conflict: ServedDraft | null;
  /** The time of the last change in this tab, in milliseconds. */
  changedOn: number;
  /** The version on which the next save is based; 0 for a new draft. */
  version: number;
  /** The content that the server has, as text; undefined for a new draft, empty if unknown. */
  served: string | undefined;
  /** True while a save, or the read after a version conflict, is in progress. */
  isSaving: boolean;
  failure: unknown;
  /** Files that were removed from the draft but are still on the server. */
  removedFiles: readonly number[];
}

export const newSession = (draftId: number | null, choice: Choice): DraftSession => ({
  draftId,
  phase: 'loading',
  error: null,
  draft: emptyDraft,
  files: new Map(),
  choice,
  saved: 'saved',
  refusal: '',
  hasLocalCopy: true,
  conflict: null,
  changedOn: 0,
  version: 0,
  served: undefined,
  isSaving: false,
  failure: undefined,
  removedFiles: [],
});

interface Loaded {
  found: ServedDraft;
  variables: SelectedVariable[];
}

export type DraftEvent =
  /**
   * The draft is opened, or opened again after a failure. `local` is the copy that an earlier visit
   * left on the device.
   */
  | { type: 'opened'; local: LocalDraft | undefined; at: number }
  /** `isOwn` is true if this tab sent the found version itself, after the version of `local`. */
  | ({ type: 'loaded'; local: LocalDraft | undefined; isOwn: boolean; at: number } & Loaded)
  | { type: 'loadFailed'; local: LocalDraft | undefined; error: unknown; at: number }
  | { type: 'changed'; changes: Partial<Draft>; at: number }
  | { type: 'fileSet'; slot: string; file: DraftFile | null; at: number }
  | { type: 'choiceChanged'; choice: Choice; at: number }
  /** The delay after a change or a failure is over, or all changes have to be saved now. */
  | { type: 'saveDue' }
  | { type: 'localSaveDue' }
  | { type: 'keptOnDevice'; hasLocalCopy: boolean }
  | { type: 'created'; draftId: number; version: number; sent: string }
  | { type: 'saved'; version: number; sent: string }
  | { type: 'saveFailed'; error: unknown; at: number }
  /** The server's draft after a version conflict. `isOwn` is true if this tab sent it itself. */
  | { type: 'conflictRead'; found: ServedDraft; isOwn: boolean }
  | { type: 'conflictUnread'; error: unknown }
  | { type: 'versionChosen'; keepsOwn: boolean }
  | ({ type: 'savedVersionLoaded' } & Loaded)
  | { type: 'reconnected' }
  /** Another tab has saved a draft, or this tab becomes visible again. */
  | { type: 'refreshDue' }
  | ({ type: 'refreshed' } & Loaded)
  | { type: 'refreshFailed'; error: unknown };

export type DraftEffect =
  | { type: 'reopen' }
  | { type: 'load'; draftId: number; local: LocalDraft | undefined }
  | { type: 'refresh'; draftId: number; version: number }
  | { type: 'create'; content: DraftBody }
  | { type: 'save'; draftId: number; version: number; content: DraftBody }
  | { type: 'readConflict'; draftId: number; version: number }
  | { type: 'loadSavedVersion'; found: ServedDraft }
  | { type: 'scheduleSave'; after: 'change' | 'loss' }
  | { type: 'scheduleLocalSave' }
  /** Keeps the draft on the device; undefined deletes it there. */
  | { type: 'keepOnDevice'; draftId: number | null; local: LocalDraft | undefined }
  | { type: 'removeFiles'; draftId: number; fileIds: readonly number[] }
  | { type: 'choose'; choice: Choice }
  /** Makes the draft the one that this tab works on. */
  | { type: 'markOpen'; draftId: number }
  /** Leaves the draft that this tab works on, with or without its variables. */
  | { type: 'unmarkOpen'; keepsChoice: boolean }
  | { type: 'broadcastSaved' }
  | { type: 'warn'; message: string };

/** The next state, and the effects to run in this order. */
export type Step = readonly [DraftSession, readonly DraftEffect[]];

/** Returns the server's draft as text, by which two versions are compared. */
export const textOf = ({ draft, files, dataSourceId, variableIds }: ServedDraft): string =>
  JSON.stringify(contentOf(draft, files, dataSourceId, variableIds));

function bodyOf({ draft, files, choice }: DraftSession): DraftBody {
  const ids = choice.variables.map(({ var_id }) => var_id);
  return contentOf(draft, files, choice.dataSourceId, ids);
}

/** Returns true if this tab has something that the server does not have. */
export function isUnsaved(session: DraftSession): boolean {
  if (session.phase !== 'ready') return false;
  const body = bodyOf(session);
  return session.served === undefined
    ? !isEmptyContent(body)
    : JSON.stringify(body) !== session.served;
}

/** Returns the effect that keeps the draft on the device, or deletes it there once it is saved. */
function keepOnDevice(session: DraftSession): DraftEffect {
  const { draftId, draft, files, choice, version } = session;
  const local = isUnsaved(session) ? { draft, files, choice, version } : undefined;
  return { type: 'keepOnDevice', draftId, local };
}

const isGone = (error: unknown) => hasReason(error, 'draft_not_found');

const isSameChoice = (one: Choice, other: Choice) =>
  one.dataSourceId === other.dataSourceId &&
  (one.variables === other.variables || one.variables.length + other.variables.length === 0);

export function reduce(session: DraftSession, event: DraftEvent): Step {
  switch (event.type) {
    case 'opened':
      return open(session, event.local, event.at);
    case 'loaded':
      return load(session, event);
    case 'loadFailed':
      return failToLoad(session, event);
    case 'changed':
      return touch({ ...session, draft: { ...session.draft, ...event.changes } }, event.at);
    case 'fileSet':
      return touch(setFile(session, event.slot, event.file), event.at);
    case 'choiceChanged': {
      const { choice, at } = event;
      const changed = { ...session, choice };
      return isSameChoice(choice, session.choice) ? [changed, []] : touch(changed, at);
    }
    case 'saveDue':
      return startSave(session);
    case 'localSaveDue':
      // Until the draft is loaded, the copy of an earlier visit stays on the device.
      return [session, session.phase === 'ready' ? [keepOnDevice(session)] : []];
    case 'keptOnDevice':
      return [{ ...session, hasLocalCopy: event.hasLocalCopy }, []];
    case 'created': {
      const { draftId, version, sent } = event;
      const effects: DraftEffect[] = [
        { type: 'keepOnDevice', draftId: null, local: undefined },
        { type: 'markOpen', draftId },
      ];
      return then([{ ...session, draftId }, effects], (next) => finishSave(next, version, sent));
    }
    case 'saved':
      return finishSave(session, event.version, event.sent);
    case 'saveFailed':
      return failToSave(session, event.error, event.at);
    case 'conflictRead':
      return resolveVersionConflict(session, event.found, event.isOwn);
    case 'conflictUnread':
      return loseSave(session, event.error);
    case 'versionChosen':
      return chooseVersion(session, event.keepsOwn);
    case 'savedVersionLoaded':
      return then(applyServerDraft(session, event), (next) => [next, [keepOnDevice(next)]]);
    case 'reconnected':
      if (session.phase === 'failed') return [session, [{ type: 'reopen' }]];
      return session.saved === 'offline' ? startSave(session) : [session, []];
    case 'refreshDue':
      return startRefresh(session);
    case 'refreshed': {
      const isNewer = event.found.version > session.version;
      return isNewer && canRefresh(session) ? applyServerDraft(session, event) : [session, []];
    }
    case 'refreshFailed':
      return isGone(event.error) && canRefresh(session)
        ? [{ ...session, phase: 'missing' }, []]
        : [session, []];
  }
}

/** Continues with another step, after the effects of the first one. */
function then([session, effects]: Step, next: (session: DraftSession) => Step): Step {
  const [last, more] = next(session);
  return [last, [...effects, ...more]];
}

function open(session: DraftSession, local: LocalDraft | undefined, at: number): Step {
  const { draftId } = session;
  if (draftId !== null) {
    return [{ ...session, phase: 'loading' }, [{ type: 'load', draftId, local }]];
  }
  const ready: Step = [{ ...session, phase: 'ready' }, []];
  const opened = local ? then(ready, (next) => applyLocalDraft(next, local, at)) : ready;
  return then(opened, (next) => (isUnsaved(next) ? touch(next, at) : [next, []]));
}

function applyServerDraft(session: DraftSession, { found, variables }: Loaded): Step {
  const { draftId, draft, files, dataSourceId, version } = found;
  const choice = { dataSourceId, variables };
  return [
    {
      ...session,
      phase: 'ready',
      error: null,
      draftId,
      draft,
      files,
      choice,
      version,
      served: textOf(found),
      saved: 'saved',
      conflict: null,
    },
    [
      { type: 'choose', choice },
      { type: 'markOpen', draftId },
    ],
  ];
}

/**
 * Continues with the copy on the device. Variables that a guest picked before signing in are newer
 * than the copy's.
 */
function applyLocalDraft(session: DraftSession, local: LocalDraft, at: number): Step {
  const { draft, files } = local;
  const isNewer = session.draftId === null && session.choice.variables.length > 0;
  const choice = isNewer ? session.choice : local.choice;
  return [
    { ...session, phase: 'ready', draft, files, choice, changedOn: at },
    isNewer ? [] : [{ type: 'choose', choice }],
  ];
}

function load(session: DraftSession, event: Extract<DraftEvent, { type: 'loaded' }>): Step {
  const { found, local, isOwn, at } = event;
  const loaded = applyServerDraft(session, event);
  if (!local) return loaded;
  return then(
    then(loaded, (next) => applyLocalDraft(next, local, at)),
    (next) => {
      if (!isUnsaved(next)) return [next, [keepOnDevice(next)]];
      if (local.version === found.version || isOwn) return touch(next, at);
      return [{ ...next, conflict: found, saved: 'scheduled' }, []];
    },
  );
}

function failToLoad(
  session: DraftSession,
  { local, error, at }: Extract<DraftEvent, { type: 'loadFailed' }>,
): Step {
  const isDeleted = isGone(error);
  if (local && (isDeleted || error instanceof NetworkError)) {
    // Without a connection, the server's content is unknown, so the local draft counts as
    // different.
    const begun: Step = isDeleted
      ? continueAsNew(session)
      : [{ ...session, version: local.version, served: '' }, []];
    return then(
      then(begun, (next) => applyLocalDraft(next, local, at)),
      (next) => touch(next, at),
    );
  }
  return isDeleted
    ? [{ ...session, phase: 'missing' }, [{ type: 'unmarkOpen', keepsChoice: false }]]
    : [{ ...session, phase: 'failed', error }, []];
}

/** The draft and its files were deleted on the server. The user's changes become a new draft. */
function continueAsNew(session: DraftSession): Step {
  const { draftId } = session;
  return [
    { ...session, draftId: null, version: 0, served: undefined, files: new Map() },
    [
      { type: 'keepOnDevice', draftId, local: undefined },
      { type: 'unmarkOpen', keepsChoice: true },
    ],
  ];
}

function setFile(session: DraftSession, slot: string, file: DraftFile | null): DraftSession {
  const files = new Map(session.files);
  const former = files.get(slot);
  if (file) files.set(slot, file);
  else files.delete(slot);
  const removedFiles = former ? [...session.removedFiles, former.file_id] : session.removedFiles;
  return { ...session, files, removedFiles };
}

/** Handles a change: it is kept on the device soon, and saved after a pause. */
function touch(session: DraftSession, at: number): Step {
  if (session.phase !== 'ready') return [session, []];
  const unsaved = isUnsaved(session);
  const effects: DraftEffect[] = [{ type: 'scheduleLocalSave' }];
  if (unsaved) effects.push({ type: 'scheduleSave', after: 'change' });
  return [{ ...session, saved: unsaved ? 'scheduled' : 'saved', changedOn: at }, effects];
}

function startSave(session: DraftSession): Step {
  const { draftId, version } = session;
  if (session.isSaving || session.conflict || !isUnsaved(session)) return [session, []];
  const content = bodyOf(session);
  return [
    { ...session, isSaving: true, saved: 'saving' },
    [draftId === null ? { type: 'create', content } : { type: 'save', draftId, version, content }],
  ];
}

function finishSave(session: DraftSession, version: number, sent: string): Step {
  const { draftId, files, removedFiles } = session;
  const next = { ...session, version, served: sent, isSaving: false, failure: undefined };
  const unsaved = isUnsaved(next);
  const usedIds = new Set([...files.values()].map(({ file_id }) => file_id));
  const fileIds = removedFiles.filter((fileId) => !usedIds.has(fileId));
  const saved: DraftSession = {
    ...next,
    saved: unsaved ? 'scheduled' : 'saved',
    removedFiles: removedFiles.filter((fileId) => usedIds.has(fileId)),
  };
  const effects: DraftEffect[] = [keepOnDevice(saved), { type: 'broadcastSaved' }];
  if (draftId !== null && fileIds.length > 0) {
    effects.push({ type: 'removeFiles', draftId, fileIds });
  }
  if (unsaved) effects.push({ type: 'scheduleSave', after: 'change' });
  return [saved, effects];
}

function failToSave(session: DraftSession, error: unknown, at: number): Step {
  const { draftId, version } = session;
  const failed = { ...session, failure: error };
  const keep = keepOnDevice(session);
  // `row_changed`: another save of the draft is under way.
  if (hasReason(error, 'draft_changed', 'row_changed') && draftId !== null) {
    return [failed, [keep, { type: 'readConflict', draftId, version }]];
  }
  const stopped: Step = [{ ...failed, isSaving: false }, [keep]];
  if (isGone(error) && draftId !== null) {
    const message =
      'This draft was submitted or deleted elsewhere. Your changes were kept as a new draft.';
    return then(then(stopped, continueAsNew), (next) => warn(touch(next, at), message));
  }
  if (error instanceof ApiError && hasReason(error, 'invalid_fields')) {
    const files = withoutRefusedFiles(session, error);
    if (files.size < session.files.size) {
      return then(stopped, (next) => warn(touch({ ...next, files }, at), messageOf(error)));
    }
  }
  if (error instanceof ApiError && error.status < 500 && !isTooMany(error)) {
    const { message } = error;
    return then(stopped, (next) => [{ ...next, saved: 'rejected', refusal: message }, []]);
  }
  return loseSave(session, error);
}

const warn = ([session, effects]: Step, message: string): Step => [
  session,
  [{ type: 'warn', message }, ...effects],
];

/** Handles a failure that is retried. The draft stays on the device until the next attempt. */
function loseSave(session: DraftSession, failure: unknown): Step {
  const keep = keepOnDevice(session);
  return [
    { ...session, isSaving: false, failure, saved: 'offline' },
    [keep, { type: 'scheduleSave', after: 'loss' }],
  ];
}

/** Returns the files without those that the server no longer has. */
function withoutRefusedFiles({ draft, files }: DraftSession, { errors }: ApiError): Files {
  const left = new Map(files);
  for (const field of Object.keys(errors)) {
    const row = /^list_of_staff\[(\d+)\]\.identification_file_path/.exec(field)?.[1];
    const member = row === undefined ? undefined : draft.staff[Number(row)];
    left.delete(member ? staffSlot(member.local_id) : field);
  }
  return left;
}

/**
 * Asks for the version to keep only if the contents differ and another tab or device saved the
 * server's.
 */
function resolveVersionConflict(session: DraftSession, found: ServedDraft, isOwn: boolean): Step {
  const served = textOf(found);
  const isSame = served === JSON.stringify(bodyOf(session));
  const stopped = { ...session, isSaving: false };
  if (!isSame && !isOwn) return [{ ...stopped, conflict: found, saved: 'scheduled' }, []];
  const { version } = found;
  const next: DraftSession = { ...stopped, version, served, saved: isSame ? 'saved' : 'scheduled' };
  const effects: DraftEffect[] = [keepOnDevice(next)];
  if (!isSame) effects.push({ type: 'scheduleSave', after: 'change' });
  return [next, effects];
}

function chooseVersion(session: DraftSession, keepsOwn: boolean): Step {
  const { conflict } = session;
  if (!conflict) return [session, []];
  if (!keepsOwn) return [session, [{ type: 'loadSavedVersion', found: conflict }]];
  const { version } = conflict;
  const next = { ...session, conflict: null, version, served: textOf(conflict) };
  return isUnsaved(next) ? startSave(next) : [{ ...next, saved: 'saved' }, []];
}

function startRefresh(session: DraftSession): Step {
  const { draftId, version } = session;
  if (session.phase !== 'ready' || session.conflict || session.isSaving) return [session, []];
  if (isUnsaved(session)) return startSave(session);
  return draftId === null ? [session, []] : [session, [{ type: 'refresh', draftId, version }]];
}

/**
 * False while there are unsaved changes or a save in progress, which the server's draft must not
 * replace.
 */
const canRefresh = (session: DraftSession) =>
  session.phase === 'ready' && !session.conflict && !session.isSaving && !isUnsaved(session);
