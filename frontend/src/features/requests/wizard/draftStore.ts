import { useEffect, useState } from 'react';
import { connection } from '@/api/connection';
import { NetworkError } from '@/api/errors';
import type { DraftFile } from '@/api/models';
import { session } from '@/api/session';
import { followTabs, tellTabs } from '@/lib/keptOnDevice';
import { openDraft } from '@/lib/openDraft';
import { variableSelection } from '@/lib/variableSelection';
import { choiceNow } from './choice';
import { fieldOfSlot, type Draft } from './draft';
import { loadingOf } from './draftLoading';
import { savingOf, TOLD } from './draftSaving';
import { addressOfFile, uploadFile } from './draftServer';
import type { DraftState } from './draftState';
import { workOn } from './draftWork';

let stores = 0;

/**
 * A draft of the account, as it is open in this tab. It is saved on the server when it was not changed for a while. What the server
 * does not hold yet lies on this device, and only that.
 */
function openStore(userId: number, wanted: number | null) {
  const key = (stores += 1);
  const work = workOn(userId, wanted);
  const saver = savingOf(work);
  const { load, lookAgain, settle } = loadingOf(work, saver);
  const { get, set } = work;

  let chosen = choiceNow();
  const stopChoosing = variableSelection.subscribe(() => {
    const now = choiceNow();
    const isSame = now.dataSourceId === chosen.dataSourceId && now.variables === chosen.variables;
    chosen = now;
    if (!isSame) saver.touched();
  });
  const stopFollowing = followTabs(userId, TOLD, () => void lookAgain());
  const stopConnecting = connection.subscribe(() => {
    if (connection.get() !== 'up') return;
    if (get().saved === 'lost') void saver.save();
    else if (get().phase === 'failed') void load();
  });
  const stopSaving = openDraft.savedBy(saver.saveAll);
  const look = () => {
    if (document.visibilityState === 'visible') void lookAgain();
    else {
      saver.keepHere();
      void saver.save();
    }
  };
  document.addEventListener('visibilitychange', look);
  globalThis.addEventListener('pagehide', saver.keepHere);
  void load();

  const close = () => {
    saver.keepHere();
    work.closed = true;
    saver.stop();
    stopChoosing();
    stopFollowing();
    stopConnecting();
    stopSaving();
    document.removeEventListener('visibilitychange', look);
    globalThis.removeEventListener('pagehide', saver.keepHere);
  };

  return {
    key,
    get,
    subscribe: work.subscribe,
    load: () => void load(),
    change: (changes: Partial<Draft>) => {
      set({ draft: { ...get().draft, ...changes } });
      saver.touched();
    },
    setFile: (slot: string, file: DraftFile | null) => {
      const files = new Map(get().files);
      const former = files.get(slot);
      if (former) saver.removeLater(former.file_id);
      if (file) files.set(slot, file);
      else files.delete(slot);
      set({ files });
      saver.touched();
    },
    /** Sends a file that was chosen, for a slot or the like of one; the draft that it is for is saved first. */
    upload: async (
      slot: string,
      file: File,
      onProgress: (share: number) => void,
      signal: AbortSignal,
    ): Promise<DraftFile> => {
      if (get().draftId === null) {
        set({ changedOn: Date.now() });
        await saver.saveAll();
      }
      const { draftId } = get();
      const failure = saver.failure();
      if (draftId === null) throw failure instanceof Error ? failure : new NetworkError();
      return uploadFile({ draftId, field: fieldOfSlot(slot), file, onProgress, signal });
    },
    addressOf: (file: DraftFile): Promise<string> => addressOfFile(get().draftId ?? 0, file),
    saveAll: saver.saveAll,
    settle,
    /** After the submission: the draft is gone, and nothing of it stays here. */
    forget: () => {
      close();
      work.forgetHere();
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

/**
 * What is known of a draft. It is followed once it is shown: an answer that comes while a page is first drawn would have all of it
 * drawn anew, and at one go.
 */
export function useDraft(store: DraftStore): DraftState {
  const [known, setKnown] = useState({ store, state: store.get() });
  useEffect(() => {
    const follow = () => {
      const state = store.get();
      setKnown((last) => (last.store === store && last.state === state ? last : { store, state }));
    };
    follow();
    return store.subscribe(follow);
  }, [store]);
  return known.store === store ? known.state : store.get();
}
