import { keep, readKept, UNSAVED_DRAWING } from '@/lib/keptOnDevice';
import { isNumber, isShape } from '@/lib/shape';
import { isDrawing, type Drawing } from './drawing';

/** A drawing that is not saved yet, with what it was begun from. */
export interface KeptDrawing {
  /** The version that was read. */
  row_version: number;
  before: Drawing;
  now: Drawing;
}

const isKept = isShape<KeptDrawing>({ row_version: isNumber, before: isDrawing, now: isDrawing });

const keyOf = (procedureId: number) => `${UNSAVED_DRAWING}.${procedureId}`;

/** What the account left of a drawing on this device. */
export const readDrawing = (userId: number, procedureId: number): KeptDrawing | undefined =>
  readKept(userId, keyOf(procedureId), isKept);

/** Keeps a drawing on this device until it is saved or discarded; forgets it where there is none. */
export const keepDrawing = (userId: number, procedureId: number, drawing?: KeptDrawing): boolean =>
  keep(userId, keyOf(procedureId), drawing);
