import { createContext, use } from 'react';
import type { DraftFile, User } from '@/api/models';
import type { Take } from '@/ui/FileField';
import type { Draft, Files } from './draft';
import type { Details } from './questions';
import type { Place } from './screens';
import type { Withdrawn } from './withdrawn';

export type Answers = Omit<Draft, 'reached'>;

/** The data and functions that the wizard's screens share. */
export interface Wizard {
  user: User;
  /** Null until the draft is on the server. */
  draftId: number | null;
  draft: Answers;
  files: Files;
  withdrawn: Withdrawn;
  answer: (changes: Partial<Details>) => void;
  change: (changes: Partial<Answers>) => void;
  setFile: (slot: string, file: DraftFile | null) => void;
  /** Uploads a file for a slot, or for the field of a slot that does not exist yet. */
  upload: (slot: string) => Take<DraftFile>;
  /** Returns an object URL of a file of the draft. The caller revokes it. */
  addressOf: (file: DraftFile) => Promise<string>;
  /**
   * Returns the validation error of a field, once the user tried to leave the screen or to submit.
   */
  faultOf: (field: string) => string | undefined;
  /** Opens a screen, and focuses the field if there is one. */
  goTo: (place: Place, field?: string) => void;
}

export const WizardContext = createContext<Wizard | null>(null);

export function useWizard(): Wizard {
  const wizard = use(WizardContext);
  if (!wizard) throw new Error('useWizard must be used inside the wizard');
  return wizard;
}

/** Returns the id of the element to which an error of the field leads. */
export const fieldId = (field: string): string => `request-${field.replace(/[[\].]+/g, '-')}`;
