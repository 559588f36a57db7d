import { isMapOf, isNumber, isOptional, isShape, isText } from '@/lib/shape';

/** What stands in the cells of a row, by field, as it is typed. */
export type Values = Readonly<Record<string, string>>;

/** A row that was changed and is not saved yet, or one that is to be added. */
export interface Draft {
  /** The record; none for one to add. */
  id?: number;
  /** The version that it was read in, which the save names. */
  rowVersion?: number;
  /** The row as it was read. */
  base: Values;
  /** The cells that say otherwise by now. */
  changed: Values;
}

export type Drafts = Readonly<Record<string, Draft>>;

export const isDrafts = isMapOf(
  isShape<Draft>({
    id: isOptional(isNumber),
    rowVersion: isOptional(isNumber),
    base: isMapOf(isText),
    changed: isMapOf(isText),
  }),
);

export const valuesOf = ({ base, changed }: Draft): Values => ({ ...base, ...changed });

export const without = <T>(record: Readonly<Record<string, T>>, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key)) as Record<string, T>;

/** Whether the same fields say the same. */
export const isSame = (one: Values, other: Values): boolean =>
  Object.keys({ ...one, ...other }).every((field) => one[field] === other[field]);

/** Whether each changed cell says what a later version of its row says: it was saved, but the answer never came. */
export const isStored = (draft: Draft, row: { rowVersion: number; values: Values }): boolean =>
  draft.id !== undefined &&
  draft.rowVersion !== row.rowVersion &&
  Object.entries(draft.changed).every(([field, text]) => text === row.values[field]);

/** Puts a text into a cell. A row that reads again as it is stored is no draft any more. */
export function withCell(
  drafts: Drafts,
  key: string,
  row: Draft,
  field: string,
  text: string,
): Drafts {
  const draft = drafts[key] ?? row;
  const changed =
    text === (draft.base[field] ?? '')
      ? without(draft.changed, field)
      : { ...draft.changed, [field]: text };
  return draft.id !== undefined && Object.keys(changed).length === 0
    ? without(drafts, key)
    : { ...drafts, [key]: { ...draft, changed } };
}

/** The key of one more row to add. */
export function newKey(drafts: Drafts): string {
  const numbers = Object.keys(drafts).map((key) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0));
  return `new-${Math.max(0, ...numbers) + 1}`;
}
