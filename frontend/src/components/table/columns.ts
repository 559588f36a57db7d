import type { ReactNode } from 'react';

export interface ListColumn<Row> {
  /** Its header sorts where the call can sort by this field. */
  field: string;
  name: string;
  /** The share of the room that is left; without it the column is as wide as `width`. */
  flex?: number;
  minWidth?: number;
  width?: number;
  cell: (row: Row) => ReactNode;
}

const SELECT_WIDTH = 50;

/** What the table can be without: a column of boxes, and one of actions of this width. */
export interface Extras {
  selectable: boolean;
  actionsWidth: number;
}

const leastOf = ({ flex, minWidth = 50, width = 100 }: ListColumn<never>) =>
  flex === undefined ? Math.max(minWidth, width) : minWidth;

/** The tracks of a row, and the width below which the table scrolls. */
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
