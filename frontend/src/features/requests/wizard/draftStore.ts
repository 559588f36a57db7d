import { useSyncExternalStore } from 'react';
import { session } from '@/api/session';
import { externalStore } from '@/lib/externalStore';
import {
  forgetKept,
  keep,
  keepFile,
  readKept,
  readKeptFiles,
  type KeptFile,
} from '@/lib/keptOnDevice';
import { variableSelection } from '@/lib/variableSelection';
import { emptyDraft, type Choice, type Draft, type Files } from './draft';

export interface DraftState {
  draft: Draft;
  /** Null while they are read from the device. */
  files: Files | null;
  /** Whether everything typed so far is on this device. */
  saved: 'yes' | 'soon' | 'no';
}

/** Milliseconds of rest before what was typed is written. */
const REST = 250;
const DRAFT = 'requestDraft';
const CHOICE = 'requestChoice';

/** The draft of one account on this device. It is written as it changes and is there again after a reload. */
function openDraft(userId: number) {
  const kept = readKept<Partial<Draft>>(userId, DRAFT);
  const store = externalStore<DraftState>({
    draft: {
      ...emptyDraft,
      ...kept,
      details: { ...emptyDraft.details, ...kept?.details },
      filters: { ...emptyDraft.filters, ...kept?.filters },
    },
    files: null,
    saved: 'yes',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refused = false;
  const set = (changes: Partial<DraftState>) => store.set({ ...store.get(), ...changes });
  const report = (accepted: boolean) => {
    refused ||= !accepted;
    set({ saved: refused ? 'no' : 'yes' });
  };
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    report(keep(userId, DRAFT, store.get().draft));
  };
  void readKeptFiles(userId).then((files) => {
    // A file chosen before the kept ones were read is the newer one.
    set({ files: new Map([...files, ...(store.get().files ?? [])]) });
  });
  restoreChoice(userId);
  const stopFollowing = variableSelection.subscribe(() => {
    const dataSourceId = variableSelection.dataSourceId();
    if (dataSourceId === null) return;
    const variables = variableSelection.of(dataSourceId);
    keep(userId, CHOICE, { dataSourceId, variables } satisfies Choice);
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
      void keepFile(userId, slot, file).then(report);
    },
    /** After the submission: nothing of it stays on the device. */
    forget: async () => {
      clearTimeout(timer);
      timer = undefined;
      store.set({ draft: emptyDraft, files: new Map(), saved: 'yes' });
      await forgetKept(userId);
    },
    close: () => {
      flush();
      stopFollowing();
      globalThis.removeEventListener('pagehide', flush);
    },
  };
}

/** A tab that was closed took the dictionary's selection along: the draft brings it back. */
function restoreChoice(userId: number): void {
  if (variableSelection.dataSourceId() !== null) return;
  const choice = readKept<Choice>(userId, CHOICE);
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
