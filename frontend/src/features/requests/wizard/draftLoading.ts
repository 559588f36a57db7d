import { ApiError, messageOf, NetworkError } from '@/api/errors';
import { openDraft } from '@/lib/openDraft';
import { toast } from '@/lib/toast';
import { variableSelection, type SelectedVariable } from '@/lib/variableSelection';
import { choiceNow, choose } from './choice';
import { servedDraft, type ServedDraft } from './draftContent';
import type { Saver } from './draftSaving';
import { readDraft, variablesOf } from './draftServer';
import { textOf, type Work } from './draftWork';
import type { KeptWords } from './keptWords';
import { ownSaves } from './ownSaves';

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** A picked variable of which nothing is known any more. The draft keeps it all the same: opening a draft changes nothing in it. */
const unknownVariable = (id: number): SelectedVariable => ({
  var_id: id,
  var_name: `Variable ${id}`,
  tbl_id: 0,
  tbl_name: 'Unknown table',
  is_identifiable: false,
});

/** Reads a draft, and again when another tab or device may have saved it. Nothing typed here is lost over it. */
export function loadingOf(work: Work, saver: Saver) {
  const { get, set } = work;

  /** What is shown of the draft's variables; none where another version of it was saved meanwhile. */
  const shownVariables = async (found: ServedDraft): Promise<SelectedVariable[] | undefined> => {
    const { draftId, version, dataSourceId, variableIds } = found;
    if (dataSourceId === null || variableIds.length === 0) return [];
    const known = new Map(choiceNow().variables.map((variable) => [variable.var_id, variable]));
    const isKnown =
      dataSourceId === variableSelection.dataSourceId() && variableIds.every((id) => known.has(id));
    if (isKnown) return variableIds.map((id) => known.get(id)!);
    const shown = await variablesOf(draftId);
    if (shown.version !== version) return undefined;
    const named = new Map(shown.variables.map((variable) => [variable.var_id, variable]));
    return variableIds.map((id) => named.get(id) ?? unknownVariable(id));
  };

  /** Takes over what the server holds, and answers it: what was found, or what was saved since. */
  const adopt = async (found: ServedDraft): Promise<ServedDraft> => {
    const variables = await shownVariables(found);
    if (work.closed) return found;
    if (!variables) return adopt(servedDraft(await readDraft(found.draftId)));
    const { draftId, draft, files, dataSourceId } = found;
    work.version = found.version;
    work.served = textOf(found);
    // What the choice tells is no change by hand.
    set({ phase: 'loading' });
    choose({ dataSourceId, variables });
    openDraft.open(work.userId, draftId);
    set({ phase: 'ready', draftId, draft, files, saved: 'yes', conflict: null, error: null });
    return found;
  };

  /** Words that were left on this device go on from here. */
  const takeUp = ({ draft, files, choice }: KeptWords) => {
    set({ phase: 'loading' });
    // What a guest picked before the sign-in is the newer choice.
    if (get().draftId !== null || choiceNow().variables.length === 0) choose(choice);
    set({ phase: 'ready', draft, files, changedOn: Date.now() });
  };

  const isOwn = (found: ServedDraft, version: number) =>
    ownSaves.made(found.draftId, version, { version: found.version, text: textOf(found) });

  const load = async () => {
    const { draftId } = get();
    const words = work.readHere();
    if (draftId === null) {
      set({ phase: 'ready' });
      if (words) takeUp(words);
      if (work.isUnsaved()) saver.touched();
      return;
    }
    set({ phase: 'loading' });
    try {
      const found = await adopt(servedDraft(await readDraft(draftId)));
      if (!words || work.closed) return;
      takeUp(words);
      if (!work.isUnsaved()) saver.keepHere();
      else if (words.version === found.version || isOwn(found, words.version)) saver.touched();
      else set({ conflict: found, saved: 'soon' });
    } catch (error) {
      if (work.closed) return;
      if (words && (isGone(error) || error instanceof NetworkError)) {
        work.version = words.version;
        if (isGone(error)) work.goOnAsNew();
        else work.served = '';
        takeUp(words);
        saver.touched();
      } else if (isGone(error)) {
        openDraft.leave();
        set({ phase: 'missing' });
      } else set({ phase: 'failed', error });
    }
  };

  const lookAgain = async () => {
    const { draftId, phase, conflict } = get();
    if (phase !== 'ready' || conflict || saver.isSaving()) return;
    if (work.isUnsaved()) return void saver.save();
    if (draftId === null) return;
    try {
      const found = servedDraft(await readDraft(draftId));
      if (found.version > work.version && !work.isUnsaved() && !work.closed) await adopt(found);
    } catch (error) {
      if (isGone(error) && !work.isUnsaved() && !work.closed) set({ phase: 'missing' });
    }
  };

  /** Answers a conflict: with what is here, or with what was saved elsewhere. */
  const settle = async (keepsOwn: boolean) => {
    const { conflict } = get();
    if (!conflict) return;
    work.version = conflict.version;
    work.served = textOf(conflict);
    if (keepsOwn) {
      set({ conflict: null });
      await saver.save();
      return;
    }
    try {
      await adopt(conflict);
      saver.keepHere();
    } catch (error) {
      toast(messageOf(error), 'warning');
    }
  };

  return { load, lookAgain, settle };
}
