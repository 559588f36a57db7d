import type { Drawing } from './drawing';

/** The maximum number of undo steps. */
const MAX_UNDO_STEPS = 200;

/** A drawing with its undo and redo history. */
export interface Editing {
  now: Drawing;
  past: readonly Drawing[];
  future: readonly Drawing[];
  /**
   * The kind of the last step. Successive steps of one kind are merged, such as typing in a field
   * or moving a stage with the keyboard.
   */
  last?: string;
}

export type Step =
  | { kind: 'begin'; drawing: Drawing }
  | { kind: 'change'; edit: (drawing: Drawing) => Drawing; as?: string }
  /** Ends the merging of steps, because the focus has left the field. */
  | { kind: 'rest' }
  | { kind: 'undo' }
  | { kind: 'redo' };

export const startEditing = (drawing: Drawing): Editing => ({ now: drawing, past: [], future: [] });

export function reduce(editing: Editing, step: Step): Editing {
  const { now, past, future, last } = editing;
  switch (step.kind) {
    case 'begin':
      return startEditing(step.drawing);
    case 'change': {
      const goesOn = step.as !== undefined && step.as === last;
      return {
        now: step.edit(now),
        past: goesOn ? past : [...past, now].slice(-MAX_UNDO_STEPS),
        future: [],
        last: step.as,
      };
    }
    case 'rest':
      return last === undefined ? editing : { ...editing, last: undefined };
    case 'undo': {
      const before = past.at(-1);
      return before ? { now: before, past: past.slice(0, -1), future: [now, ...future] } : editing;
    }
    case 'redo': {
      const [next, ...rest] = future;
      return next ? { now: next, past: [...past, now], future: rest } : editing;
    }
  }
}
