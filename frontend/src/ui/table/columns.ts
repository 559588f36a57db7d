import type { ReactNode } from 'react';

export interface ListColumn<Row> {
  /** The header sorts by this field, if the call can. */
  field: string;
  name: string;
  /** Share of the remaining width. Without it, the column has the width `width`. */
  flex?: number;
  minWidth?: number;
  width?: number;
  cell: (row: Row) => ReactNode;
}

const SELECT_WIDTH = 50;

/** The optional columns of a table: checkboxes, and actions with their width. */
export interface Extras {
  selectable: boolean;
  actionsWidth: number;
}

const leastOf = ({ flex, minWidth = 50, width = 100 }: ListColumn<never>) =>
  flex === undefined ? Math.max(minWidth, width) : minWidth;

/** Returns the grid tracks of a row, and the width below which the table scrolls. */
export function tracksOf(
  columns: readonly ListColumn<never>[],
  { selectable, actionsWidth }: Extras,
) {
  const own = columns.map((column) => {
    const least = `${leastOf(column)}px`;
    return column.flex === undefined ? least : `minmax(${least}, ${column.flex}fr)`;
  });
  const around = (selectable ? SELECT_WIDTH : 0) + actionsWidth;
  return {
    tracks: [
      ...(selectable ? [`${SELECT_WIDTH}px`] : []),
      ...own,
      ...(actionsWidth ? [`${actionsWidth}px`] : []),
    ].join(' '),
    least: columns.reduce((sum, column) => sum + leastOf(column), around),
  };
}
