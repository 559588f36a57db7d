import { keepLocalCopy, readLocalCopy, UNSAVED_TEMPLATE } from '@/lib/localCopies';
import { isNumber, isShape, isText } from '@/lib/shape';

export interface Template {
  heading: string;
  body: string;
}

/** An unsaved template, with the version that was read. */
export interface LocalTemplate extends Template {
  row_version: number;
}

const isLocalTemplate = isShape<LocalTemplate>({
  heading: isText,
  body: isText,
  row_version: isNumber,
});

const keyOf = (procedureId: number) => `${UNSAVED_TEMPLATE}.${procedureId}`;

/** Returns the template that the account left unsaved on this device. */
export const readLocalTemplate = (userId: number, procedureId: number): LocalTemplate | undefined =>
  readLocalCopy(userId, keyOf(procedureId), isLocalTemplate);

/** Stores an unsaved template on this device. Without a template, it deletes the stored one. */
export const keepLocalTemplate = (userId: number, procedureId: number, template?: LocalTemplate) =>
  keepLocalCopy(userId, keyOf(procedureId), template);

export const isSameTemplate = (one: Template, other: Template): boolean =>
  one.heading === other.heading && one.body === other.body;
