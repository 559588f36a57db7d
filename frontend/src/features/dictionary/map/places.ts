/** The most tables that a page of the list holds, and that a map of a topic shows. */
export const MOST_PLACED = 100;

/** The map of a topic as it is drawn, in pixels. */
export const MAP = { width: 1200, height: 640 } as const;
/** A table on any map. */
export const NODE = { width: 220, height: 60 } as const;

/** The upper left corner of a table, in pixels. */
export interface Corner {
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

const cover = (one: Corner, other: Corner) =>
  Math.abs(one.x - other.x) < NODE.width && Math.abs(one.y - other.y) < NODE.height;

/** The same corners, but for those of tables that would cover one before them: they move down until they do not. */
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

/** The side of a table from which a line leaves it. */
export type Side = 'top' | 'right' | 'bottom' | 'left';

/** The sides at which a line between two tables begins and ends. */
export type Sides = (from: Corner, to: Corner) => [begin: Side, end: Side];

const opposite: Readonly<Record<Side, Side>> = {
  top: 'bottom',
  right: 'left',
  bottom: 'top',
  left: 'right',
};

/** Where tables stand anywhere: so that a line crosses neither of the two. */
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

/** Where what others depend on stands below them. */
export const downwards: Sides = () => ['bottom', 'top'];
