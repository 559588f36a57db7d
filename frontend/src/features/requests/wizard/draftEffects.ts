import { useEffect, useState } from 'react';
import { connection } from '@/api/connection';
import { messageOf, NetworkError } from '@/api/errors';
import type { DraftFile } from '@/api/models';
import { session as account } from '@/api/session';
import { externalStore } from '@/lib/externalStore';
import { onBroadcast, broadcast } from '@/lib/localCopies';
import { openDraft } from '@/lib/openDraft';
import { toast } from '@/lib/toast';
import { variableSelection, type SelectedVariable } from '@/lib/variableSelection';
import { currentChoice, choose } from './choice';
import { fieldOfSlot, type Draft } from './draft';
import { servedDraft, type ServedDraft } from './draftContent';
import { LOCAL_DEBOUNCE_MS, RETRY_MS, SAVE_DEBOUNCE_MS } from './draftDelays';
import {
  addressOfFile,
  beginDraft,
  readDraft,
  removeFile,
  saveDraft,
  uploadFile,
  variablesOf,
} from './draftServer';
import {
  isUnsaved,
  newSession,
  reduce,
  textOf,
  type DraftEffect,
  type DraftEvent,
  type DraftSession,
} from './draftSession';
import { keepLocalDraft, localName, readLocalDraft, type LocalDraft } from './localDraft';
import { ownSaves } from './ownSaves';

const DRAFT_SAVED = 'draftSaved';

/**
 * A selected variable that was deleted. The draft keeps it, because opening a draft must not change
 * it.
 */
const deletedVariable = (id: number): SelectedVariable => ({
  var_id: id,
  var_name: `Variable ${id}`,
  tbl_id: 0,
  tbl_name: 'Unknown table',
  is_identifiable: false,
});

/** Returns the draft's variables, or undefined if another version of the draft was saved since. */
async function variablesOfDraft(found: ServedDraft): Promise<SelectedVariable[] | undefined> {
  const { draftId, version, dataSourceId, variableIds } = found;
  if (dataSourceId === null || variableIds.length === 0) return [];
  const choice = currentChoice();
  const selectedById = new Map(choice.variables.map((variable) => [variable.var_id, variable]));
  if (dataSourceId === choice.dataSourceId && variableIds.every((id) => selectedById.has(id))) {
    return variableIds.map((id) => selectedById.get(id)!);
  }
  const read = await variablesOf(draftId);
  if (read.version !== version) return undefined;
  const savedById = new Map(read.variables.map((variable) => [variable.var_id, variable]));
  return variableIds.map((id) => savedById.get(id) ?? deletedVariable(id));
}

const readServerDraft = async (draftId: number) => servedDraft(await readDraft(draftId));

/** Reads the draft's variables, and the draft again if it was saved since. */
async function withVariables(found: ServedDraft) {
  let newest = found;
  let variables = await variablesOfDraft(newest);
  while (!variables) {
    newest = await readServerDraft(found.draftId);
    variables = await variablesOfDraft(newest);
  }
  return { found: newest, variables };
}

const isOwn = (found: ServedDraft, version: number) =>
  ownSaves.made(found.draftId, version, { version: found.version, text: textOf(found) });

let stores = 0;

/**
 * Opens a draft of the account in this tab. Runs the effects of `draftSession.ts`: timers, calls to
 * the server, storage on the device and messages to other tabs.
 */
function openStore(userId: number, wanted: number | null) {
  const key = (stores += 1);
  const store = externalStore<DraftSession>(newSession(wanted, currentChoice()));
  const { get } = store;
  let isClosed = false;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  /** The save in progress, including the effects of its response. */
  let saving: Promise<void> = Promise.resolve();

  /** Resolves once the effects of the event, and those of their responses, are done. */
  const dispatch = async (event: DraftEvent): Promise<void> => {
    if (isClosed) return;
    const [next, effects] = reduce(get(), event);
    if (next !== get()) store.set(next);
    await Promise.all(effects.map(run));
  };
  const send = (event: DraftEvent) => void dispatch(event);

  const keepLocal = (draftId: number | null, local: LocalDraft | undefined) => {
    const hasLocalCopy = keepLocalDraft(userId, localName(draftId), local);
    if (hasLocalCopy !== get().hasLocalCopy) send({ type: 'keptOnDevice', hasLocalCopy });
  };
  const open = () => {
    const local = readLocalDraft(userId, localName(get().draftId));
    send({ type: 'opened', local, at: Date.now() });
  };

  const load = async (draftId: number, local: LocalDraft | undefined): Promise<DraftEvent> => {
    try {
      const loaded = await withVariables(await readServerDraft(draftId));
      const isOwnSave = local !== undefined && isOwn(loaded.found, local.version);
      return { type: 'loaded', ...loaded, local, isOwn: isOwnSave, at: Date.now() };
    } catch (error) {
      return { type: 'loadFailed', local, error, at: Date.now() };
    }
  };

  const refresh = async (draftId: number, version: number): Promise<DraftEvent | undefined> => {
    try {
      const found = await readServerDraft(draftId);
      if (found.version <= version) return undefined;
      return { type: 'refreshed', ...(await withVariables(found)) };
    } catch (error) {
      return { type: 'refreshFailed', error };
    }
  };

  const save = async (
    effect: Extract<DraftEffect, { type: 'create' | 'save' }>,
  ): Promise<DraftEvent> => {
    const sent = JSON.stringify(effect.content);
    try {
      if (effect.type === 'create') {
        const { draft_id, version } = await beginDraft(effect.content);
        ownSaves.answered();
        return { type: 'created', draftId: draft_id, version, sent };
      }
      ownSaves.begin(effect.draftId, effect.version, sent);
      const version = await saveDraft(effect.draftId, effect.version, effect.content);
      ownSaves.answered();
      return { type: 'saved', version, sent };
    } catch (error) {
      return { type: 'saveFailed', error, at: Date.now() };
    }
  };

  const readConflict = async (draftId: number, version: number): Promise<DraftEvent> => {
    try {
      const found = await readServerDraft(draftId);
      return { type: 'conflictRead', found, isOwn: isOwn(found, version) };
    } catch (error) {
      return { type: 'conflictUnread', error };
    }
  };

  const loadSavedVersion = async (found: ServedDraft): Promise<DraftEvent | undefined> => {
    try {
      return { type: 'savedVersionLoaded', ...(await withVariables(found)) };
    } catch (error) {
      toast(messageOf(error), 'warning');
      return undefined;
    }
  };

  /** Dispatches the event with which a call ends, if there is one. */
  const dispatchResult = async (call: Promise<DraftEvent | undefined>): Promise<void> => {
    const event = await call;
    if (event) await dispatch(event);
  };

  const run = async (effect: DraftEffect): Promise<void> => {
    switch (effect.type) {
      case 'reopen':
        return open();
      case 'load':
        return dispatchResult(load(effect.draftId, effect.local));
      case 'refresh':
        return dispatchResult(refresh(effect.draftId, effect.version));
      case 'create':
      case 'save':
        clearTimeout(saveTimer);
        saving = dispatchResult(save(effect));
        return saving;
      case 'readConflict':
        return dispatchResult(readConflict(effect.draftId, effect.version));
      case 'loadSavedVersion':
        return dispatchResult(loadSavedVersion(effect.found));
      case 'scheduleSave':
        clearTimeout(saveTimer);
        saveTimer = setTimeout(
          () => send({ type: 'saveDue' }),
          effect.after === 'change' ? SAVE_DEBOUNCE_MS : RETRY_MS,
        );
        return undefined;
      case 'scheduleLocalSave':
        clearTimeout(localTimer);
        localTimer = setTimeout(() => send({ type: 'localSaveDue' }), LOCAL_DEBOUNCE_MS);
        return undefined;
      case 'keepOnDevice':
        clearTimeout(localTimer);
        return keepLocal(effect.draftId, effect.local);
      case 'removeFiles':
        // The server deletes the files later if they cannot be removed now.
        for (const fileId of effect.fileIds) {
          void removeFile(effect.draftId, fileId).catch(() => undefined);
        }
        return undefined;
      case 'choose':
        return choose(effect.choice);
      case 'markOpen':
        return openDraft.open(userId, effect.draftId);
      case 'unmarkOpen':
        return effect.keepsChoice ? openDraft.close() : openDraft.leave();
      case 'broadcastSaved':
        return broadcast(userId, DRAFT_SAVED);
      case 'warn':
        return toast(effect.message, 'warning');
    }
  };

  /** Saves all changes. Returns false if some remain on the device only. */
  const saveAll = async (): Promise<boolean> => {
    for (let attempts = 0; attempts < 5; attempts += 1) {
      await saving;
      if (!isUnsaved(get())) return true;
      await dispatch({ type: 'saveDue' });
      const { saved, conflict } = get();
      if (isClosed || conflict || saved === 'offline' || saved === 'rejected') break;
    }
    return !isUnsaved(get());
  };

  const keepNow = () => send({ type: 'localSaveDue' });
  const followVisibility = () => {
    if (document.visibilityState === 'visible') return send({ type: 'refreshDue' });
    keepNow();
    send({ type: 'saveDue' });
  };
  const stops = [
    variableSelection.subscribe(() =>
      send({ type: 'choiceChanged', choice: currentChoice(), at: Date.now() }),
    ),
    onBroadcast(userId, DRAFT_SAVED, () => send({ type: 'refreshDue' })),
    connection.subscribe(() => {
      if (connection.get() === 'up') send({ type: 'reconnected' });
    }),
    openDraft.savedBy(saveAll),
  ];
  document.addEventListener('visibilitychange', followVisibility);
  globalThis.addEventListener('pagehide', keepNow);
  open();

  const close = () => {
    keepNow();
    isClosed = true;
    clearTimeout(saveTimer);
    clearTimeout(localTimer);
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', followVisibility);
    globalThis.removeEventListener('pagehide', keepNow);
  };

  return {
    key,
    get,
    subscribe: store.subscribe,
    load: open,
    change: (changes: Partial<Draft>) => send({ type: 'changed', changes, at: Date.now() }),
    setFile: (slot: string, file: DraftFile | null) =>
      send({ type: 'fileSet', slot, file, at: Date.now() }),
    /** Uploads a file for a slot, or for the field of a slot. A new draft is saved first. */
    upload: async (
      slot: string,
      file: File,
      onProgress: (share: number) => void,
      signal: AbortSignal,
    ): Promise<DraftFile> => {
      if (get().draftId === null) await saveAll();
      const { draftId, failure } = get();
      if (draftId === null) throw failure instanceof Error ? failure : new NetworkError();
      return uploadFile({ draftId, field: fieldOfSlot(slot), file, onProgress, signal });
    },
    addressOf: (file: DraftFile): Promise<string> => addressOfFile(get().draftId ?? 0, file),
    saveAll,
    /** Resolves a conflict with the version of this tab, or with the one that was saved elsewhere. */
    chooseVersion: (keepsOwn: boolean) => send({ type: 'versionChosen', keepsOwn }),
    /** Closes the draft after its submission, and deletes its local copy. */
    forget: () => {
      close();
      keepLocalDraft(userId, localName(get().draftId));
      broadcast(userId, DRAFT_SAVED);
      openDraft.leave();
      if (current?.store.key === key) current = undefined;
    },
    close,
  };
}

export type DraftStore = ReturnType<typeof openStore>;
let current: { userId: number; store: DraftStore } | undefined;

/** Returns the draft with the id, or a new one. Closes the draft that was open before. */
export function draftOf(userId: number, draftId: number | null): DraftStore {
  const isOpen = current?.userId === userId && current.store.get().draftId === draftId;
  if (!current || !isOpen) {
    current?.store.close();
    current = { userId, store: openStore(userId, draftId) };
  }
  return current.store;
}

account.subscribe(() => {
  if (!current || account.get()?.user.user_id === current.userId) return;
  current.store.close();
  current = undefined;
});

/**
 * Returns the state of a draft. It subscribes in an effect: a store update during the first render
 * of a page would force React to render the whole page again in one blocking pass.
 */
export function useDraft(store: DraftStore): DraftSession {
  const [snapshot, setSnapshot] = useState({ store, state: store.get() });
  useEffect(() => {
    const follow = () => {
      const state = store.get();
      setSnapshot((last) =>
        last.store === store && last.state === state ? last : { store, state },
      );
    };
    follow();
    return store.subscribe(follow);
  }, [store]);
  return snapshot.store === store ? snapshot.state : store.get();
}
