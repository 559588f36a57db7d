import { ApiError } from '@/api/errors';
import { keep, readKept, UNSAVED_DRAFT } from '@/lib/keptOnDevice';
import { contentOf, isEmptyContent } from './draftContent';
import { beginDraft, saveDraft } from './draftServer';
import { isStored, keptWords, type KeptWords } from './keptWords';

/** The words that are kept under the name, where there are some. */
export function readWords(userId: number, name: string): KeptWords | undefined {
  const stored = readKept(userId, name, isStored);
  return stored && keptWords(stored);
}

/**
 * Saves words that were left on the device and are open nowhere. False where somebody has to look at them first: the draft was saved
 * elsewhere meanwhile, or there is no room for another one. What is deleted on the server goes on as a new draft.
 */
export async function saveKept(userId: number, name: string): Promise<boolean> {
  const words = readWords(userId, name);
  if (!words) return true;
  const { draft, files, choice, version } = words;
  const variableIds = choice.variables.map(({ var_id }) => var_id);
  const content = contentOf(draft, files, choice.dataSourceId, variableIds);
  const draftId = Number(name.slice(`${UNSAVED_DRAFT}.`.length));
  try {
    if (draftId > 0) await saveDraft(draftId, version, content);
    else if (!isEmptyContent(content)) await beginDraft(content);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) return false;
    await beginDraft(contentOf(draft, new Map(), choice.dataSourceId, variableIds));
  }
  keep(userId, name, undefined);
  return true;
}
