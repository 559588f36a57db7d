import type { DraftBody } from '@/api/models';
import { externalStore } from '@/lib/externalStore';
import { keep, UNSAVED_DRAFT } from '@/lib/keptOnDevice';
import { openDraft } from '@/lib/openDraft';
import { choiceNow } from './choice';
import { contentOf, isEmptyContent, type ServedDraft } from './draftContent';
import { stateOf, type DraftState } from './draftState';
import { readWords } from './keptDraft';
import { toKeep, type KeptWords } from './keptWords';

/** A served draft as the text by which states of it are compared. */
export const textOf = ({ draft, files, dataSourceId, variableIds }: ServedDraft): string =>
  JSON.stringify(contentOf(draft, files, dataSourceId, variableIds));

/** A draft as it is open in this tab: its state, what the server holds of it, and what only this device does. */
export function workOn(userId: number, wanted: number | null) {
  const store = externalStore<DraftState>(stateOf(wanted));
  const set = (changes: Partial<DraftState>) => store.set({ ...store.get(), ...changes });
  const keptAs = (draftId: number | null) =>
    draftId === null ? UNSAVED_DRAFT : `${UNSAVED_DRAFT}.${draftId}`;

  const work = {
    userId,
    get: store.get,
    subscribe: store.subscribe,
    set,
    /** What the next save begins from. */
    version: 0,
    /** The content that the server holds, as text; none of a new draft. */
    served: undefined as string | undefined,
    /** Nothing more becomes of a draft that was let go. */
    closed: false,

    content: (): DraftBody => {
      const { draft, files } = store.get();
      const { dataSourceId, variables } = choiceNow();
      const ids = variables.map(({ var_id }) => var_id);
      return contentOf(draft, files, dataSourceId, ids);
    },
    isUnsaved: (): boolean => {
      if (store.get().phase !== 'ready') return false;
      const now = work.content();
      return work.served === undefined ? !isEmptyContent(now) : JSON.stringify(now) !== work.served;
    },
    /** What an earlier visit left on this device. */
    readHere: (): KeptWords | undefined => readWords(userId, keptAs(store.get().draftId)),
    keepHere: (): void => {
      if (work.closed) return;
      const { draft, files, draftId } = store.get();
      const { version } = work;
      const words = work.isUnsaved()
        ? toKeep({ draft, files, choice: choiceNow(), version })
        : undefined;
      const kept = keep(userId, keptAs(draftId), words);
      if (kept !== store.get().kept) set({ kept });
    },
    forgetHere: (draftId = store.get().draftId): void => {
      keep(userId, keptAs(draftId), undefined);
    },
    /** The server has the draft from now on. */
    began: (draftId: number): void => {
      work.forgetHere(null);
      openDraft.open(userId, draftId);
      set({ draftId });
    },
    /** The draft is gone on the server, and its files with it: what was typed is none the less. */
    goOnAsNew: (): void => {
      work.forgetHere();
      work.version = 0;
      work.served = undefined;
      openDraft.close();
      set({ draftId: null, files: new Map() });
    },
  };
  return work;
}

export type Work = ReturnType<typeof workOn>;
