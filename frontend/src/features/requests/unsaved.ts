import { unsavedDrafts } from '@/lib/keptOnDevice';
import { openDraft } from '@/lib/openDraft';

/**
 * Saves whatever of the account's Data Requests lies on this device only: of the draft that is open, and of those that a lost
 * connection or an ended session left. False where something stays here.
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
