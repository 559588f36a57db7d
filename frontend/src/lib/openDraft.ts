import { sessionStore } from './externalStore';
import { isNullOr, isNumber, isShape } from './shape';
import { variableSelection } from './variableSelection';
import { returnPath } from './returnPath';

interface Open {
  userId: number;
  draftId: number;
}

const store = sessionStore<Open | null>(
  'aditus.openDraft',
  null,
  isNullOr(isShape<Open>({ userId: isNumber, draftId: isNumber })),
);

/** Saves the draft that is open in this tab, if there is one. */
let saver: (() => Promise<boolean>) | undefined;

/**
 * The draft that is open in this tab. The dictionary leads back to it after variables were picked.
 */
export const openDraft = {
  of: (userId: number): number | null => {
    const open = store.get();
    return open?.userId === userId ? open.draftId : null;
  },
  open: (userId: number, draftId: number): void => store.set({ userId, draftId }),
  /** Closes the draft, but keeps the variables picked for it. */
  close: (): void => {
    returnPath.forget();
    store.set(null);
  },
  /** Closes the draft and clears the variables picked for it. */
  leave: (): void => {
    returnPath.forget();
    if (store.get()) variableSelection.reset();
    store.set(null);
  },
  /**
   * Registers the function that saves the open draft. Call the returned function to unregister it.
   */
  savedBy: (save: () => Promise<boolean>): (() => void) => {
    saver = save;
    return () => {
      if (saver === save) saver = undefined;
    };
  },
  /**
   * Saves the open draft now. Resolves to false if anything is left unsaved. Returns undefined if
   * no draft is open.
   */
  save: (): Promise<boolean> | undefined => saver?.(),
};
