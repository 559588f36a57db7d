import { useSyncExternalStore } from 'react';
import { session } from '@/api/session';
import { externalStore } from '@/lib/externalStore';
import {
  followKept,
  forgetKept,
  keep,
  keepFile,
  readKept,
  readKeptFiles,
  REQUEST_DRAFT,
  type KeptFile,
} from '@/lib/keptOnDevice';
import { variableSelection } from '@/lib/variableSelection';
import { emptyDraft, type Choice, type Draft, type Files } from './draft';
import { draftFrom, isChoice, isStored } from './storedDraft';

export interface DraftState {
  draft: Draft;
  /** Null while they are read from the device. */
  files: Files | null;
  /** Whether everything typed so far is on this device. */
  saved: 'yes' | 'soon' | 'no';
  /** Another tab has kept something else meanwhile: which of the two stays is asked, and nothing is written until then. */
  conflict: boolean;
}

/** Milliseconds of rest before what was typed is written. */
const REST = 250;
const CHOICE = 'requestChoice';

/** Told apart from any other; `randomUUID` is there only where the page came encrypted. */
const newStamp = () => `${Date.now()}.${Math.random()}`;

const isEmpty = ({ draft, files }: DraftState) =>
  !files?.size && JSON.stringify({ ...draft, reached: 1 }) === JSON.stringify(emptyDraft);

/**
 * The draft of one account on this device. It is written as it changes and is there again after a reload. What another tab
 * writes is shown here too, so that neither overwrites the other; where both were changed at once the person is asked.
 */
function openDraft(userId: number) {
  const read = () => draftFrom(readKept(userId, REQUEST_DRAFT, isStored));
  let known = read();
  const store = externalStore<DraftState>({
    draft: known.draft,
    files: null,
    saved: 'yes',
    conflict: false,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refused = false;
  let closed = false;
  const set = (changes: Partial<DraftState>) => store.set({ ...store.get(), ...changes });
  const report = (accepted: boolean) => {
    refused ||= !accepted;
    set({ saved: refused ? 'no' : 'yes' });
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const write = (filesStamp = known.filesStamp) => {
    const state = store.get();
    const nothing = isEmpty(state);
    known = { draft: state.draft, stamp: nothing ? '' : newStamp(), filesStamp };
    const { draft, ...stamps } = known;
    report(keep(userId, REQUEST_DRAFT, nothing ? undefined : { ...draft, ...stamps }));
  };
  const isOvertaken = () => read().stamp !== known.stamp;
  const flush = () => {
    if (timer === undefined) return;
    stop();
    if (store.get().conflict) return;
    if (!refused && isOvertaken()) set({ conflict: true });
    else write();
  };
  const readFiles = () =>
    void readKeptFiles(userId).then((files) => {
      set({ files });
    });
  /** Takes over what lies on the device. */
  const adopt = () => {
    const before = known;
    known = read();
    stop();
    set({ draft: known.draft, saved: 'yes', conflict: false });
    if (known.filesStamp !== before.filesStamp || known.stamp === '') readFiles();
  };

  void readKeptFiles(userId).then((files) => {
    // A file chosen before the kept ones were read is the newer one.
    set({ files: new Map([...files, ...(store.get().files ?? [])]) });
  });
  restoreChoice(userId);
  const stopChoosing = variableSelection.subscribe(() => {
    const dataSourceId = variableSelection.dataSourceId();
    if (dataSourceId === null) return;
    const variables = variableSelection.of(dataSourceId);
    keep(userId, CHOICE, { dataSourceId, variables } satisfies Choice);
  });
  const stopFollowing = followKept(userId, REQUEST_DRAFT, () => {
    if (!isOvertaken()) return;
    if (timer === undefined && !store.get().conflict) adopt();
    else set({ conflict: true });
  });
  globalThis.addEventListener('pagehide', flush);

  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (changes: Partial<Draft>) => {
      set({ draft: { ...store.get().draft, ...changes }, saved: 'soon' });
      clearTimeout(timer);
      timer = setTimeout(flush, REST);
    },
    setFile: (slot: string, file: KeptFile | null) => {
      const files = new Map(store.get().files);
      if (file) files.set(slot, file);
      else files.delete(slot);
      set({ files, saved: 'soon' });
      void keepFile(userId, slot, file).then((accepted) => {
        // Who signed out meanwhile leaves nothing behind.
        if (closed) return;
        report(accepted);
        // Files tell no other tab of themselves: the text beside them does.
        if (!store.get().conflict && !isOvertaken()) write(newStamp());
      });
    },
    /** Answers a conflict: with what is here, or with what the other tab has kept. */
    settle: (keepsOwn: boolean) => {
      if (!keepsOwn) return adopt();
      set({ conflict: false });
      return write();
    },
    /** After the submission: nothing of it stays on the device. */
    forget: async () => {
      stop();
      known = draftFrom(undefined);
      store.set({ draft: emptyDraft, files: new Map(), saved: 'yes', conflict: false });
      await forgetKept(userId);
    },
    close: () => {
      flush();
      closed = true;
      stopChoosing();
      stopFollowing();
      globalThis.removeEventListener('pagehide', flush);
    },
  };
}

/** A tab that was closed took the dictionary's selection along: the draft brings it back. */
function restoreChoice(userId: number): void {
  if (variableSelection.dataSourceId() !== null) return;
  const choice = readKept(userId, CHOICE, isChoice);
  if (choice?.dataSourceId) variableSelection.set(choice.dataSourceId, choice.variables);
}

export type DraftStore = ReturnType<typeof openDraft>;
let current: { userId: number; store: DraftStore } | undefined;

/** The draft of the account; the one of whoever was signed in before is let go. */
export function draftOf(userId: number): DraftStore {
  if (current?.userId !== userId) {
    current?.store.close();
    current = { userId, store: openDraft(userId) };
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
