import { keep, readKept, UNSAVED_TEMPLATE } from '@/lib/keptOnDevice';
import { isNumber, isShape, isText } from '@/lib/shape';

/** What is typed of a template. */
export interface Template {
  heading: string;
  body: string;
}

/** A template that is not saved yet, with the version that was read. */
export interface KeptTemplate extends Template {
  row_version: number;
}

const isKept = isShape<KeptTemplate>({ heading: isText, body: isText, row_version: isNumber });

const keyOf = (procedureId: number) => `${UNSAVED_TEMPLATE}.${procedureId}`;

/** What the account left of a template on this device. */
export const readTemplate = (userId: number, procedureId: number): KeptTemplate | undefined =>
  readKept(userId, keyOf(procedureId), isKept);

/** Keeps a template on this device until it is saved or discarded; forgets it where there is none. */
export const keepTemplate = (userId: number, procedureId: number, template?: KeptTemplate) =>
  keep(userId, keyOf(procedureId), template);

export const isSameTemplate = (one: Template, other: Template): boolean =>
  one.heading === other.heading && one.body === other.body;
