import type { Session } from '@/api/session';
import { unsavedDrafts } from '@/lib/localCopies';
import { UNSAVED_PICKS } from '@/lib/unsavedPicks';
import { openDraft } from '@/lib/openDraft';
import { toast } from '@/lib/toast';
import { variableSelection } from '@/lib/variableSelection';
import { saveUnsaved } from '../unsaved';
import { currentChoice } from './choice';
import { emptyDraft, type Choice } from './draft';
import { contentOf } from './draftContent';
import { beginDraft, readDraft } from './draftServer';
import { keepLocalDraft, readLocalDraft, saveLocalDraft } from './localDraft';

const idsOf = ({ variables }: Choice) => variables.map(({ var_id }) => var_id);
const sameIds = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

const announceDraft = () =>
  toast('The variables you selected were saved as a draft under My Data Requests.', 'success');

/** True if an unsaved local draft, or the draft open in this tab, has the same variables. */
async function belongToDraft(userId: number, choice: Choice): Promise<boolean> {
  const ids = idsOf(choice);
  for (const name of unsavedDrafts(userId)) {
    const local = readLocalDraft(userId, name);
    if (local && sameIds(idsOf(local.choice), ids)) return true;
  }
  const draftId = openDraft.of(userId);
  if (draftId === null) return false;
  const { content } = await readDraft(draftId);
  return sameIds(content.dataset_variables ?? [], ids);
}

/**
 * Saves a guest's variables as a draft at sign-in (decisions D3), and local copies that an
 * ended session left. If the guest asked for the form, it is already open with the variables and
 * creates the draft. A user who may not submit yet gets a local copy, which expires like other
 * unsaved drafts and becomes a draft once the user is a Data Requester.
 */
export async function importPicks({ user, role }: Session, wantsForm: boolean): Promise<void> {
  const userId = user.user_id;
  const choice = currentChoice();
  const hasPicks = choice.dataSourceId !== null && choice.variables.length > 0;
  if (role?.role !== 'Data Requester') {
    if (!wantsForm || !hasPicks) return;
    const local = { draft: emptyDraft, files: new Map(), choice, version: 0 };
    if (!keepLocalDraft(userId, UNSAVED_PICKS, local)) return;
    variableSelection.reset();
    toast(
      'The variables you selected stay on this device until you sign out, for a week at most. They become a draft once you are a Data Requester.',
    );
    return;
  }
  await importUnsavedPicks(userId);
  if (wantsForm) return;
  const isNew = hasPicks && !(await belongToDraft(userId, choice));
  await saveUnsaved(userId);
  if (!isNew || currentChoice().variables !== choice.variables) return;
  const content = contentOf(emptyDraft, new Map(), choice.dataSourceId, idsOf(choice));
  const { draft_id } = await beginDraft(content);
  openDraft.open(userId, draft_id);
  announceDraft();
}

/** Saves the variables that a user kept before becoming a Data Requester. */
export async function importUnsavedPicks(userId: number): Promise<void> {
  if (!unsavedDrafts(userId).includes(UNSAVED_PICKS)) return;
  if (await saveLocalDraft(userId, UNSAVED_PICKS)) announceDraft();
}
