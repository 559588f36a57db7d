/** The page size of a topic's tables, and so the most tables that its map shows. */
export const MAX_PLACED_TABLES = 100;

/** The size of a topic's map, in pixels. */
export const MAP = { width: 1200, height: 640 } as const;
/** The size of a table on a map, in pixels. */
export const NODE = { width: 220, height: 60 } as const;

/** The upper left corner of a table, in pixels. */
export interface Corner {
  x: number;
  y: number;
}

/** Converts the centre of a table, as fractions of the map, to its upper left corner. */
export const cornerOf = (pos_x: string, pos_y: string): Corner => ({
  x: Number(pos_x) * MAP.width - NODE.width / 2,
  y: Number(pos_y) * MAP.height - NODE.height / 2,
});

/** Formats a fraction of the map with three decimals, between 0.001 and 1. */
const fraction = (at: number): string =>
  String(Math.min(1, Math.max(0.001, Math.round(at * 1000) / 1000)));

/** Converts the upper left corner of a table to its centre, as fractions of the map. */
export const positionOf = ({ x, y }: Corner) => ({
  pos_x: fraction((x + NODE.width / 2) / MAP.width),
  pos_y: fraction((y + NODE.height / 2) / MAP.height),
});

const cover = (one: Corner, other: Corner) =>
  Math.abs(one.x - other.x) < NODE.width && Math.abs(one.y - other.y) < NODE.height;

/** Moves tables that would cover an earlier one down until they are free. */
export function apart<Id>(corners: readonly (readonly [Id, Corner])[]): Map<Id, Corner> {
  const placed = new Map<Id, Corner>();
  for (const [id, corner] of corners) {
    let free = corner;
    for (;;) {
      const at = free;
      const covered = [...placed.values()].filter((other) => cover(at, other));
      if (covered.length === 0) break;
      free = { x: at.x, y: Math.max(...covered.map(({ y }) => y)) + NODE.height + 12 };
    }
    placed.set(id, free);
  }
  return placed;
}

/** A side of a table at which a line can start or end. */
export type Side = 'top' | 'right' | 'bottom' | 'left';

/** Returns the sides at which the line between two tables starts and ends. */
export type Sides = (from: Corner, to: Corner) => [begin: Side, end: Side];

const opposite: Readonly<Record<Side, Side>> = {
  top: 'bottom',
  right: 'left',
  bottom: 'top',
  left: 'right',
};

/**
 * For tables at arbitrary positions: chooses the facing sides, so that the line crosses neither
 * table.
 */
export const facingSides: Sides = (from, to) => {
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
};

/** For layouts that place tables above those that they depend on. */
export const downwards: Sides = () => ['bottom', 'top'];
