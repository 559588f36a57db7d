import { useSyncExternalStore } from 'react';
import { connection } from '@/api/connection';
import { ApiError, messageOf, NetworkError } from '@/api/errors';
import type { DraftFile } from '@/api/models';
import { session } from '@/api/session';
import { externalStore } from '@/lib/externalStore';
import { followTabs, keep, tellTabs, UNSAVED_DRAFT } from '@/lib/keptOnDevice';
import { openDraft } from '@/lib/openDraft';
import { toast } from '@/lib/toast';
import { variableSelection } from '@/lib/variableSelection';
import { choiceNow, choose } from './choice';
import { fieldOfSlot, staffSlot, type Draft } from './draft';
import { contentOf, isEmptyContent, servedDraft, type ServedDraft } from './draftContent';
import {
  addressOfFile,
  beginDraft,
  readDraft,
  removeFile,
  saveDraft,
  uploadFile,
  variablesOf,
} from './draftServer';
import { stateOf, type DraftState } from './draftState';
import { readWords } from './keptDraft';
import { toKeep } from './keptWords';

/** Milliseconds of rest before what was typed is saved, before it is kept on the device, and before a lost save is tried again. */
const REST = 2_000;
const REST_HERE = 250;
const AGAIN = 10_000;

/** By which the tabs of a browser tell each other that something was saved. */
const TOLD = 'draftSaved';

let stores = 0;

/**
 * A draft of the account, as it is open in this tab. It is saved on the server when it was not changed for a while. What the server
 * does not hold yet lies on this device, and only that.
 */
function openStore(userId: number, wanted: number | null) {
  const store = externalStore<DraftState>(stateOf(wanted));
  const key = (stores += 1);
  let version = 0;
  /** The content that the server holds, as text; none of a new draft. */
  let served: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerHere: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let failure: unknown;
  let closed = false;
  const removed = new Set<number>();

  const set = (changes: Partial<DraftState>) => store.set({ ...store.get(), ...changes });
  const keptAs = (draftId = store.get().draftId) =>
    draftId === null ? UNSAVED_DRAFT : `${UNSAVED_DRAFT}.${draftId}`;
  const content = () => {
    const { draft, files } = store.get();
    const { dataSourceId, variables } = choiceNow();
    const ids = variables.map(({ var_id }) => var_id);
    return contentOf(draft, files, dataSourceId, ids);
  };
  const isUnsaved = () => {
    if (store.get().phase !== 'ready') return false;
    const now = content();
    return served === undefined ? !isEmptyContent(now) : JSON.stringify(now) !== served;
  };

  const keepHere = () => {
    clearTimeout(timerHere);
    if (closed) return;
    const { draft, files } = store.get();
    const words = isUnsaved() ? toKeep({ draft, files, choice: choiceNow(), version }) : undefined;
    const kept = keep(userId, keptAs(), words);
    if (kept !== store.get().kept) set({ kept });
  };
  const saveIn = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), milliseconds);
  };
  const touched = () => {
    if (store.get().phase !== 'ready' || closed) return;
    const unsaved = isUnsaved();
    set({ saved: unsaved ? 'soon' : 'yes', changedOn: Date.now() });
    clearTimeout(timerHere);
    timerHere = setTimeout(keepHere, REST_HERE);
    if (unsaved) saveIn(REST);
  };

  /** Takes over what the server holds. */
  const adopt = async (found: ServedDraft) => {
    const { dataSourceId, variableIds } = found;
    const known = new Map(choiceNow().variables.map((variable) => [variable.var_id, variable]));
    const isKnown =
      dataSourceId === variableSelection.dataSourceId() && variableIds.every((id) => known.has(id));
    const variables =
      dataSourceId === null
        ? []
        : isKnown
          ? variableIds.map((id) => known.get(id)!)
          : await variablesOf(dataSourceId, variableIds);
    if (closed) return;
    if (variables.length < variableIds.length) {
      toast('Some of the variables are not offered any more and were left out.', 'warning');
    }
    version = found.version;
    served = JSON.stringify(contentOf(found.draft, found.files, dataSourceId, variableIds));
    // What the choice tells is no change by hand.
    set({ phase: 'loading' });
    choose({ dataSourceId, variables });
    const { draftId, draft, files } = found;
    openDraft.open(userId, draftId);
    set({ phase: 'ready', draftId, draft, files, saved: 'yes', conflict: null, error: null });
  };

  /** Words that were left on this device go on from here. */
  const takeUp = (words: NonNullable<ReturnType<typeof readWords>>) => {
    const { draft, files, choice } = words;
    set({ phase: 'loading' });
    // What a guest picked before the sign-in is the newer choice.
    if (store.get().draftId !== null || choiceNow().variables.length === 0) choose(choice);
    set({ phase: 'ready', draft, files, changedOn: Date.now() });
  };

  const load = async () => {
    const { draftId } = store.get();
    const words = readWords(userId, keptAs());
    if (draftId === null) {
      set({ phase: 'ready' });
      if (words) takeUp(words);
      if (isUnsaved()) touched();
      return;
    }
    set({ phase: 'loading' });
    try {
      const found = servedDraft(await readDraft(draftId));
      await adopt(found);
      if (!words || closed) return;
      takeUp(words);
      if (!isUnsaved()) keepHere();
      else if (words.version === found.version) touched();
      else set({ conflict: found, saved: 'soon' });
    } catch (error) {
      if (closed) return;
      const isGone = error instanceof ApiError && error.status === 404;
      if (words && (isGone || error instanceof NetworkError)) {
        version = words.version;
        if (isGone) goOnAsNew();
        else served = '';
        takeUp(words);
        touched();
      } else if (isGone) {
        openDraft.leave();
        set({ phase: 'missing' });
      } else set({ phase: 'failed', error });
    }
  };

  /** The draft is gone on the server, and its files with it: what was typed is none the less. */
  const goOnAsNew = () => {
    keep(userId, keptAs(), undefined);
    version = 0;
    served = undefined;
    openDraft.close();
    set({ draftId: null, files: new Map() });
  };

  const began = (draftId: number) => {
    keep(userId, keptAs(null), undefined);
    openDraft.open(userId, draftId);
    set({ draftId });
  };

  const saveOnce = async (): Promise<boolean> => {
    const { draftId, conflict } = store.get();
    if (conflict) return false;
    const sent = content();
    set({ saved: 'now' });
    try {
      if (draftId === null) {
        const begun = await beginDraft(sent);
        version = begun.version;
        if (closed) return true;
        began(begun.draft_id);
      } else version = await saveDraft(draftId, version, sent);
    } catch (error) {
      failure = error;
      return !closed && refused(error);
    }
    failure = undefined;
    if (closed) return true;
    served = JSON.stringify(sent);
    const unsaved = isUnsaved();
    set({ saved: unsaved ? 'soon' : 'yes' });
    keepHere();
    tellTabs(userId, TOLD);
    removeFiles();
    if (unsaved) saveIn(REST);
    return true;
  };

  /** What becomes of a save that was not made; true where it can be made again at once. */
  const refused = async (error: unknown): Promise<boolean> => {
    const { draftId } = store.get();
    keepHere();
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 409 && draftId !== null) return meet(draftId);
    if (status === 404 && draftId !== null) {
      goOnAsNew();
      toast(
        'This draft was submitted or deleted elsewhere. What is here goes on as a new one.',
        'warning',
      );
      touched();
    } else if (status === 400 && forgetFiles(error as ApiError)) {
      toast(messageOf(error), 'warning');
      touched();
    } else if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
      set({ saved: 'refused', refusal: error.message });
    } else {
      set({ saved: 'lost' });
      saveIn(AGAIN);
    }
    return false;
  };

  /** Looks at what was saved elsewhere meanwhile: only where it is another content somebody is asked. */
  const meet = async (draftId: number): Promise<boolean> => {
    try {
      const found = servedDraft(await readDraft(draftId));
      if (closed) return false;
      const theirs = contentOf(found.draft, found.files, found.dataSourceId, found.variableIds);
      if (JSON.stringify(theirs) !== JSON.stringify(content())) {
        set({ conflict: found, saved: 'soon' });
        return false;
      }
      version = found.version;
      served = JSON.stringify(theirs);
      set({ saved: 'yes' });
      keepHere();
      return true;
    } catch (error) {
      return refused(error instanceof NetworkError ? error : new NetworkError(error));
    }
  };

  /** Lets go of files that the server has no more; answers whether there were some. */
  const forgetFiles = ({ errors }: ApiError): boolean => {
    const { draft } = store.get();
    const files = new Map(store.get().files);
    for (const field of Object.keys(errors)) {
      const row = /^list_of_staff\[(\d+)\]\.identification_file_path/.exec(field)?.[1];
      const member = row === undefined ? undefined : draft.staff[Number(row)];
      files.delete(member ? staffSlot(member.local_id) : field);
    }
    const found = files.size < store.get().files.size;
    if (found) set({ files });
    return found;
  };

  /** What was taken out of the draft goes on the server too; what cannot be removed now is swept there. */
  const removeFiles = () => {
    const { draftId, files } = store.get();
    const named = new Set([...files.values()].map(({ file_id }) => file_id));
    for (const fileId of removed) {
      if (named.has(fileId) || draftId === null) continue;
      removed.delete(fileId);
      void removeFile(draftId, fileId).catch(() => undefined);
    }
  };

  const save = async (): Promise<boolean> => {
    clearTimeout(timer);
    if (running) return running;
    if (closed || !isUnsaved()) return true;
    running = saveOnce().finally(() => {
      running = undefined;
    });
    return running;
  };
  /** Saves everything there is; false where something stays here only. */
  const saveAll = async (): Promise<boolean> => {
    for (let attempts = 0; attempts < 5; attempts += 1) {
      if (running) await running;
      if (!isUnsaved()) return true;
      if (!(await save())) return false;
    }
    return !isUnsaved();
  };

  /** Another tab or device may have saved something: nothing typed here is lost over it. */
  const lookAgain = async () => {
    const { draftId, phase, conflict } = store.get();
    if (draftId === null || phase !== 'ready' || conflict || running) return;
    if (isUnsaved()) return void save();
    try {
      const found = servedDraft(await readDraft(draftId));
      if (found.version > version && !isUnsaved() && !closed) await adopt(found);
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      if (isGone && !isUnsaved() && !closed) set({ phase: 'missing' });
    }
  };

  let chosen = choiceNow();
  const stopChoosing = variableSelection.subscribe(() => {
    const now = choiceNow();
    const isSame = now.dataSourceId === chosen.dataSourceId && now.variables === chosen.variables;
    chosen = now;
    if (!isSame) touched();
  });
  const stopFollowing = followTabs(userId, TOLD, () => void lookAgain());
  const stopConnecting = connection.subscribe(() => {
    if (connection.get() !== 'up') return;
    if (store.get().saved === 'lost') void save();
    else if (store.get().phase === 'failed') void load();
  });
  const stopSaving = openDraft.savedBy(saveAll);
  const look = () => {
    if (document.visibilityState === 'visible') void lookAgain();
    else {
      keepHere();
      void save();
    }
  };
  document.addEventListener('visibilitychange', look);
  globalThis.addEventListener('pagehide', keepHere);
  void load();

  const close = () => {
    keepHere();
    closed = true;
    clearTimeout(timer);
    clearTimeout(timerHere);
    stopChoosing();
    stopFollowing();
    stopConnecting();
    stopSaving();
    document.removeEventListener('visibilitychange', look);
    globalThis.removeEventListener('pagehide', keepHere);
  };

  return {
    key,
    get: store.get,
    subscribe: store.subscribe,
    load: () => void load(),
    change: (changes: Partial<Draft>) => {
      set({ draft: { ...store.get().draft, ...changes } });
      touched();
    },
    setFile: (slot: string, file: DraftFile | null) => {
      const files = new Map(store.get().files);
      const former = files.get(slot);
      if (former) removed.add(former.file_id);
      if (file) files.set(slot, file);
      else files.delete(slot);
      set({ files });
      touched();
    },
    /** Sends a file that was chosen, for a slot or the like of one; the draft that it is for is saved first. */
    upload: async (
      slot: string,
      file: File,
      onProgress: (share: number) => void,
      signal: AbortSignal,
    ): Promise<DraftFile> => {
      if (store.get().draftId === null) {
        set({ changedOn: Date.now() });
        await saveAll();
      }
      const { draftId } = store.get();
      if (draftId === null) throw failure instanceof Error ? failure : new NetworkError();
      return uploadFile({ draftId, field: fieldOfSlot(slot), file, onProgress, signal });
    },
    addressOf: (file: DraftFile): Promise<string> => addressOfFile(store.get().draftId ?? 0, file),
    saveAll,
    /** Answers a conflict: with what is here, or with what was saved elsewhere. */
    settle: async (keepsOwn: boolean) => {
      const { conflict } = store.get();
      if (!conflict) return;
      const { draft, files, dataSourceId, variableIds } = conflict;
      version = conflict.version;
      served = JSON.stringify(contentOf(draft, files, dataSourceId, variableIds));
      if (keepsOwn) {
        set({ conflict: null });
        await save();
        return;
      }
      try {
        await adopt(conflict);
        keepHere();
      } catch (error) {
        toast(messageOf(error), 'warning');
      }
    },
    /** After the submission: the draft is gone, and nothing of it stays here. */
    forget: () => {
      const { draftId } = store.get();
      close();
      keep(userId, keptAs(draftId), undefined);
      tellTabs(userId, TOLD);
      openDraft.leave();
      if (current?.store.key === key) current = undefined;
    },
    close,
  };
}

export type DraftStore = ReturnType<typeof openStore>;
let current: { userId: number; store: DraftStore } | undefined;

/** The draft of the account with this id, or a new one; what was open before is let go. */
export function draftOf(userId: number, draftId: number | null): DraftStore {
  const isOpen = current?.userId === userId && current.store.get().draftId === draftId;
  if (!current || !isOpen) {
    current?.store.close();
    current = { userId, store: openStore(userId, draftId) };
  }
  return current.store;
}

session.subscribe(() => {
  if (!current || session.get()?.user.user_id === current.userId) return;
  current.store.close();
  current = undefined;
});

export function useDraft(store: DraftStore): DraftState {
  return useSyncExternalStore(store.subscribe, store.get);
}
