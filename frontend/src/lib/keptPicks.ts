import { UNSAVED_DRAFT } from './keptOnDevice';

/** The name, among words that are not saved yet, of what a guest picked who may not submit yet. */
export const KEPT_PICKS = `${UNSAVED_DRAFT}.picks`;
