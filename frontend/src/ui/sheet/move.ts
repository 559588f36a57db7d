/** A cell's position, counted from 0. */
export interface Place {
  row: number;
  column: number;
}

/** Returns the cell that a key moves the focus to while no cell is edited, or undefined. */
export function moved(key: string, at: Place, rows: number, columns: number): Place | undefined {
  const { row, column } = at;
  const places: Record<string, Place> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
  };
  const to = places[key];
  return to && to.row >= 0 && to.row < rows && to.column >= 0 && to.column < columns
    ? to
    : undefined;
}

/** Returns the next or previous cell in reading order, or undefined past either end. */
export function next(at: Place, back: boolean, rows: number, columns: number): Place | undefined {
  const place = at.row * columns + at.column + (back ? -1 : 1);
  return place < 0 || place >= rows * columns
    ? undefined
    : { row: Math.floor(place / columns), column: place % columns };
}
