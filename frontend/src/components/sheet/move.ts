/** Where a cell stands: counted from 0. */
export interface Place {
  row: number;
  column: number;
}

/** Where a key leads from a cell that is not being edited; nothing where it leads nowhere. */
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

/** The next cell in reading order, or the one before; nothing past either end. */
export function next(at: Place, back: boolean, rows: number, columns: number): Place | undefined {
  const place = at.row * columns + at.column + (back ? -1 : 1);
  return place < 0 || place >= rows * columns
    ? undefined
    : { row: Math.floor(place / columns), column: place % columns };
}
