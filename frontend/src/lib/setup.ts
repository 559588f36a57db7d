import { isText } from './shape';
import { readStored, store } from './stored';

const STORED = 'aditus.firstRequest';

const state = () => readStored('localStorage', STORED, isText);

/**
 * The state of the setup of an installation, as this browser knows it. It decides if other screens
 * lead back to the checklist, and makes the checklist announce the end once.
 */
export const setup = {
  begin: () => void store('localStorage', STORED, 'missing'),
  /** True until the checklist has shown the end. */
  isUnderWay: () => state() === 'missing',
  finish: () => void store('localStorage', STORED, 'complete'),
  /** True from the beginning until the user has closed the announcement. */
  isShown: () => state() !== undefined,
  close: () => void store('localStorage', STORED, undefined),
};
