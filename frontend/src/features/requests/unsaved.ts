import { unsavedDrafts } from '@/lib/localCopies';
import { openDraft } from '@/lib/openDraft';

/**
 * Saves all changes of the account's Data Requests that are only on this device: those of the open
 * draft, and those that a lost connection or an ended session left. Resolves to false if some
 * remain.
 */
export async function saveUnsaved(userId: number): Promise<boolean> {
  const open = openDraft.save();
  if (open && !(await open)) return false;
  const names = unsavedDrafts(userId);
  if (names.length === 0) return true;
  try {
    const { saveLocalDraft } = await import('./wizard/localDraft');
    for (const name of names) if (!(await saveLocalDraft(userId, name))) return false;
    return true;
  } catch {
    return false;
  }
}
