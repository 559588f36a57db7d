import { isMapOf, isNumber, isOptional, isShape, isText } from '@/lib/shape';

/** The texts of a row's cells, by field. */
export type Values = Readonly<Record<string, string>>;

/** A row with unsaved changes, or a new row. */
export interface Draft {
  /** Id of the record; undefined for a new row. */
  id?: number;
  /** The row version that was read, which the save sends. */
  rowVersion?: number;
  /** The row's texts when it was read. */
  base: Values;
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

export const isSame = (one: Values, other: Values): boolean =>
  Object.keys({ ...one, ...other }).every((field) => one[field] === other[field]);

/**
 * True if a later version of the row contains all changes: they were saved, but the response was
 * lost.
 */
export const isStored = (draft: Draft, row: { rowVersion: number; values: Values }): boolean =>
  draft.id !== undefined &&
  draft.rowVersion !== row.rowVersion &&
  Object.entries(draft.changed).every(([field, text]) => text === row.values[field]);

/** Sets the text of a cell. Drops the draft if the row then equals its saved version. */
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

/** Returns an unused key for a new row. */
export function newKey(drafts: Drafts): string {
  const numbers = Object.keys(drafts).map((key) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0));
  return `new-${Math.max(0, ...numbers) + 1}`;
}
