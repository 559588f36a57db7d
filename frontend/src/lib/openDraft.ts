import { sessionStore } from './externalStore';
import { isNullOr, isNumber, isShape } from './shape';
import { variableSelection } from './variableSelection';
import { wayBack } from './wayBack';

interface Open {
  userId: number;
  draftId: number;
}

const store = sessionStore<Open | null>(
  'aditus.openDraft',
  null,
  isNullOr(isShape<Open>({ userId: isNumber, draftId: isNumber })),
);

/** Whatever saves the words of the draft that is open in this tab, where there is one. */
let saver: (() => Promise<boolean>) | undefined;

/** The draft that this tab works on: who picks variables in the dictionary comes back to it. */
export const openDraft = {
  of: (userId: number): number | null => {
    const open = store.get();
    return open?.userId === userId ? open.draftId : null;
  },
  open: (userId: number, draftId: number): void => store.set({ userId, draftId }),
  /** Lets the draft go; what was picked for it stays. */
  close: (): void => {
    wayBack.forget();
    store.set(null);
  },
  /** Lets the draft go; the picks of variables that belong to it go as well. */
  leave: (): void => {
    wayBack.forget();
    if (store.get()) variableSelection.reset();
    store.set(null);
  },
  /** Names what saves the open draft; the answer takes it back. */
  savedBy: (save: () => Promise<boolean>): (() => void) => {
    saver = save;
    return () => {
      if (saver === save) saver = undefined;
    };
  },
  /** Saves the open draft now; false where something is not saved, undefined where none is open. */
  save: (): Promise<boolean> | undefined => saver?.(),
};
