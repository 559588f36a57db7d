import { createContext, use } from 'react';
import type { DraftFile, User } from '@/api/models';
import type { Take } from '@/components/FileField';
import type { Draft, Files } from './draft';
import type { Details } from './questions';
import type { ScreenId } from './screens';
import type { Withdrawn } from './withdrawn';

/** What was answered so far. */
export type Answers = Omit<Draft, 'reached'>;

/** What every screen of the wizard works on. */
export interface Wizard {
  user: User;
  /** None until the server has the draft. */
  draftId: number | null;
  draft: Answers;
  files: Files;
  /** What of the draft is no longer offered. */
  withdrawn: Withdrawn;
  /** Answers one question of step 1. */
  answer: (changes: Partial<Details>) => void;
  change: (changes: Partial<Answers>) => void;
  setFile: (slot: string, file: DraftFile | null) => void;
  /** Sends a file that was chosen for a slot, or for the field of one that is not there yet. */
  upload: (slot: string) => Take<DraftFile>;
  /** An address under which the browser shows a file of the draft; the caller revokes it. */
  addressOf: (file: DraftFile) => Promise<string>;
  /** What is wrong at a field, once the screen was left or sent. */
  faultOf: (field: string) => string | undefined;
  goTo: (screen: ScreenId) => void;
}

export const WizardContext = createContext<Wizard | null>(null);

export function useWizard(): Wizard {
  const wizard = use(WizardContext);
  if (!wizard) throw new Error('This stands inside the wizard only');
  return wizard;
}

/** The element that a fault of the field leads to. */
export const fieldId = (field: string): string => `request-${field.replace(/[[\].]+/g, '-')}`;
