import { UNSAVED_DRAFT } from './keptOnDevice';

/**
 * Name, among the unsaved drafts, of variables picked by a guest who cannot submit requests yet.
 */
export const KEPT_PICKS = `${UNSAVED_DRAFT}.picks`;
