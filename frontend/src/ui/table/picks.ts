import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';

/** Identifies a row of a table. */
export type RowKey = number | string;

/** The selected rows, on all pages. */
export interface ListSelection<Row, Key extends RowKey = number> {
  selected: ReadonlySet<Key>;
  change: (selected: ReadonlySet<Key>) => void;
  /** Returns the name of a row for screen readers. */
  nameOf: (row: Row) => string;
  /** True if the row can be selected. Without it, all rows can be. */
  isSelectable?: (row: Row) => boolean;
}

function between<Key>(ids: readonly Key[], from: Key, to: Key): readonly Key[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Returns the selection with these rows added or removed. */
export function withChecked<Key>(
  selected: ReadonlySet<Key>,
  ids: readonly Key[],
  checked: boolean,
) {
  const next = new Set(selected);
  for (const id of ids) {
    if (checked) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * State and handlers of a page's checkboxes. `pick` is stable, so that only the picked row renders
 * again.
 */
export function usePicks<Row, Key extends RowKey>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  selection: ListSelection<Row, Key> | undefined,
) {
  const ids = rows.filter((row) => selection?.isSelectable?.(row) !== false).map(keyOf);
  const latest = useRef({ ids, selection });
  useEffect(() => {
    latest.current = { ids, selection };
  });
  const last = useRef<Key | null>(null);
  /** With Shift, picks all rows since the last one picked. */
  const pick = useCallback((id: Key, checked: boolean, withShift: boolean) => {
    const current = latest.current;
    if (!current.selection) return;
    const meant =
      withShift && last.current !== null ? between(current.ids, last.current, id) : [id];
    last.current = id;
    current.selection.change(withChecked(current.selection.selected, meant, checked));
  }, []);
  const chosen = ids.filter((id) => selection?.selected.has(id)).length;
  const isAll = ids.length > 0 && chosen === ids.length;
  return {
    pick,
    all: {
      checked: isAll,
      indeterminate: chosen > 0 && !isAll,
      disabled: ids.length === 0,
      onChange: () => selection?.change(withChecked(selection.selected, ids, !isAll)),
    },
  };
}

/** Moves the focus between the rows' checkboxes with the up and down arrows. */
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
