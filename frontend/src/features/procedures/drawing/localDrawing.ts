import { keepLocalCopy, readLocalCopy, UNSAVED_DRAWING } from '@/lib/localCopies';
import { isNumber, isShape } from '@/lib/shape';
import { isDrawing, type Drawing } from './drawing';

/** An unsaved drawing, with the stored one that it is based on. */
export interface LocalDrawing {
  row_version: number;
  before: Drawing;
  now: Drawing;
}

const isLocalDrawing = isShape<LocalDrawing>({
  row_version: isNumber,
  before: isDrawing,
  now: isDrawing,
});

const keyOf = (procedureId: number) => `${UNSAVED_DRAWING}.${procedureId}`;

/** Returns the drawing that the account left unsaved on this device. */
export const readLocalDrawing = (userId: number, procedureId: number): LocalDrawing | undefined =>
  readLocalCopy(userId, keyOf(procedureId), isLocalDrawing);

/** Stores an unsaved drawing on this device. Without a drawing, it deletes the stored one. */
export const keepLocalDrawing = (
  userId: number,
  procedureId: number,
  drawing?: LocalDrawing,
): boolean => keepLocalCopy(userId, keyOf(procedureId), drawing);
