/** The most rows that a list answers at once. */
export const MOST_DRAWN = 100;

/** The map as it is drawn, in pixels. */
export const MAP = { width: 1200, height: 640 } as const;
/** A table on it. */
export const NODE = { width: 180, height: 52 } as const;

interface Corner {
  x: number;
  y: number;
}

/** The upper left corner of a table, of the fractions of the map at which its middle stands. */
export const cornerOf = (pos_x: string, pos_y: string): Corner => ({
  x: Number(pos_x) * MAP.width - NODE.width / 2,
  y: Number(pos_y) * MAP.height - NODE.height / 2,
});

/** A fraction of the map to a thousandth: above 0, and 1 at the most. */
const fraction = (at: number): string =>
  String(Math.min(1, Math.max(0.001, Math.round(at * 1000) / 1000)));

/** The fractions of the map at which the middle of a table stands, of its upper left corner. */
export const positionOf = ({ x, y }: Corner) => ({
  pos_x: fraction((x + NODE.width / 2) / MAP.width),
  pos_y: fraction((y + NODE.height / 2) / MAP.height),
});

/** The side of a table from which a line leaves it. */
export type Side = 'top' | 'right' | 'bottom' | 'left';

const opposite: Readonly<Record<Side, Side>> = {
  top: 'bottom',
  right: 'left',
  bottom: 'top',
  left: 'right',
};

/** The sides at which a line between two tables begins and ends, so that it crosses neither. */
export function sidesOf(from: Corner, to: Corner): [begin: Side, end: Side] {
  const across = (to.x - from.x) / NODE.width;
  const down = (to.y - from.y) / NODE.height;
  const begin: Side =
    Math.abs(down) > Math.abs(across)
      ? down > 0
        ? 'bottom'
        : 'top'
      : across > 0
        ? 'right'
        : 'left';
  return [begin, opposite[begin]];
}
