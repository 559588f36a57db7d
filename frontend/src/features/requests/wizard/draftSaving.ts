import { ApiError, messageOf, NetworkError } from '@/api/errors';
import { tellTabs } from '@/lib/keptOnDevice';
import { toast } from '@/lib/toast';
import { staffSlot } from './draft';
import { servedDraft } from './draftContent';
import { AGAIN, REST, REST_HERE } from './draftRests';
import { beginDraft, readDraft, removeFile, saveDraft } from './draftServer';
import { textOf, type Work } from './draftWork';
import { ownSaves } from './ownSaves';

/** By which the tabs of a browser tell each other that something was saved. */
export const TOLD = 'draftSaved';

/** Saves a draft when it was not changed for a while, and says what became of it. */
export function savingOf(work: Work) {
  const { get, set } = work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerHere: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let failure: unknown;
  /** Files that were taken out of the draft and that the server still has. */
  const removed = new Set<number>();

  const keepHere = () => {
    clearTimeout(timerHere);
    work.keepHere();
  };
  const saveIn = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), milliseconds);
  };
  const touched = () => {
    if (get().phase !== 'ready' || work.closed) return;
    const unsaved = work.isUnsaved();
    set({ saved: unsaved ? 'soon' : 'yes', changedOn: Date.now() });
    clearTimeout(timerHere);
    timerHere = setTimeout(keepHere, REST_HERE);
    if (unsaved) saveIn(REST);
  };

  const saveOnce = async (): Promise<boolean> => {
    const { draftId, conflict } = get();
    if (conflict) return false;
    const sent = work.content();
    set({ saved: 'now' });
    try {
      if (draftId === null) {
        const begun = await beginDraft(sent);
        work.version = begun.version;
        if (work.closed) return true;
        work.began(begun.draft_id);
      } else {
        ownSaves.begin(draftId, work.version, JSON.stringify(sent));
        work.version = await saveDraft(draftId, work.version, sent);
      }
    } catch (error) {
      failure = error;
      return !work.closed && refused(error);
    }
    failure = undefined;
    ownSaves.answered();
    if (work.closed) return true;
    work.served = JSON.stringify(sent);
    const unsaved = work.isUnsaved();
    set({ saved: unsaved ? 'soon' : 'yes' });
    keepHere();
    tellTabs(work.userId, TOLD);
    removeFiles();
    if (unsaved) saveIn(REST);
    return true;
  };

  /** What becomes of a save that was not made; true where it can be made again at once. */
  const refused = async (error: unknown): Promise<boolean> => {
    const { draftId } = get();
    keepHere();
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 409 && draftId !== null) return meet(draftId);
    if (status === 404 && draftId !== null) {
      work.goOnAsNew();
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
      if (work.closed) return false;
      const theirs = textOf(found);
      const isSaved = theirs === JSON.stringify(work.content());
      const isOwn = ownSaves.made(draftId, work.version, { version: found.version, text: theirs });
      if (!isSaved && !isOwn) {
        set({ conflict: found, saved: 'soon' });
        return false;
      }
      work.version = found.version;
      work.served = theirs;
      set({ saved: isSaved ? 'yes' : 'soon' });
      keepHere();
      if (!isSaved) saveIn(REST);
      return true;
    } catch (error) {
      return refused(error instanceof NetworkError ? error : new NetworkError(error));
    }
  };

  /** Lets go of files that the server has no more; answers whether there were some. */
  const forgetFiles = ({ errors }: ApiError): boolean => {
    const { draft } = get();
    const files = new Map(get().files);
    for (const field of Object.keys(errors)) {
      const row = /^list_of_staff\[(\d+)\]\.identification_file_path/.exec(field)?.[1];
      const member = row === undefined ? undefined : draft.staff[Number(row)];
      files.delete(member ? staffSlot(member.local_id) : field);
    }
    const found = files.size < get().files.size;
    if (found) set({ files });
    return found;
  };

  /** What was taken out of the draft goes on the server too; what cannot be removed now is swept there. */
  const removeFiles = () => {
    const { draftId, files } = get();
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
    if (work.closed || !work.isUnsaved()) return true;
    running = saveOnce().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    /** Something was changed: it is kept here soon, and saved after a rest. */
    touched,
    keepHere,
    save,
    /** Saves everything there is; false where something stays here only. */
    saveAll: async (): Promise<boolean> => {
      for (let attempts = 0; attempts < 5; attempts += 1) {
        if (running) await running;
        if (!work.isUnsaved()) return true;
        if (!(await save())) return false;
      }
      return !work.isUnsaved();
    },
    isSaving: () => running !== undefined,
    /** Why the last save was not made. */
    failure: () => failure,
    /** The file goes once the draft is saved without it. */
    removeLater: (fileId: number) => void removed.add(fileId),
    stop: () => {
      clearTimeout(timer);
      clearTimeout(timerHere);
    },
  };
}

export type Saver = ReturnType<typeof savingOf>;
