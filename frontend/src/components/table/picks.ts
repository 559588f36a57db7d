import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';

/** Rows that are chosen, on whichever page they stand. */
export interface ListSelection<Row> {
  selected: ReadonlySet<number>;
  change: (selected: ReadonlySet<number>) => void;
  /** Names a row to a screen reader. */
  nameOf: (row: Row) => string;
  /** Which rows can be chosen; without it, all of them. */
  isSelectable?: (row: Row) => boolean;
}

/** The ids from one row to another, both among them. */
function between(ids: readonly number[], from: number, to: number): readonly number[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** What is selected once these are, or are no longer. */
export function changed(selected: ReadonlySet<number>, ids: readonly number[], checked: boolean) {
  const next = new Set(selected);
  for (const id of ids) {
    if (checked) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** What the boxes of a page do. What `pick` is never changes, so that only the row that was picked is drawn again. */
export function usePicks<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  selection: ListSelection<Row> | undefined,
) {
  const ids = rows.filter((row) => selection?.isSelectable?.(row) !== false).map(keyOf);
  const latest = useRef({ ids, selection });
  useEffect(() => {
    latest.current = { ids, selection };
  });
  const last = useRef<number | null>(null);
  /** With Shift, all rows from the last one that was picked. */
  const pick = useCallback((id: number, checked: boolean, withShift: boolean) => {
    const current = latest.current;
    if (!current.selection) return;
    const meant =
      withShift && last.current !== null ? between(current.ids, last.current, id) : [id];
    last.current = id;
    current.selection.change(changed(current.selection.selected, meant, checked));
  }, []);
  const chosen = ids.filter((id) => selection?.selected.has(id)).length;
  const isAll = ids.length > 0 && chosen === ids.length;
  return {
    pick,
    all: {
      checked: isAll,
      indeterminate: chosen > 0 && !isAll,
      disabled: ids.length === 0,
      onChange: () => selection?.change(changed(selection.selected, ids, !isAll)),
    },
  };
}

/** Up and down lead from a row's box to that of the row above and below. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || !(event.target instanceof HTMLInputElement)) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('.select input')];
  const at = boxes.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  const onward = step > 0 ? boxes.slice(at + 1) : boxes.slice(0, at).reverse();
  onward.find(({ disabled }) => !disabled)?.focus();
}
