import { UNSAVED_DRAFT } from './localCopies';

/**
 * Name, among the unsaved drafts, of variables picked by a guest who cannot submit requests yet.
 */
export const UNSAVED_PICKS = `${UNSAVED_DRAFT}.picks`;
