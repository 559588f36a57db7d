import { emptyDraft, type Draft, type Files } from './draft';
import type { ServedDraft } from './draftContent';

export type Saved = 'yes' | 'soon' | 'now' | 'lost' | 'refused';

export interface DraftState {
  /** None until the server has it. */
  draftId: number | null;
  /** `missing` is one that was deleted, or is somebody else's. */
  phase: 'loading' | 'ready' | 'missing' | 'failed';
  error: unknown;
  draft: Draft;
  files: Files;
  /** Whether the server has everything: `lost` without a connection, `refused` where it does not take it. */
  saved: Saved;
  /** Why it does not take it. */
  refusal: string;
  /** Whether this device holds what the server does not. */
  kept: boolean;
  /** Another tab or device has saved something else meanwhile: which of the two stays is asked, and nothing is saved until then. */
  conflict: ServedDraft | null;
  /** When something was changed here last, in milliseconds. */
  changedOn: number;
}

export const stateOf = (draftId: number | null): DraftState => ({
  draftId,
  phase: 'loading',
  error: null,
  draft: emptyDraft,
  files: new Map(),
  saved: 'yes',
  refusal: '',
  kept: true,
  conflict: null,
  changedOn: 0,
});
