import type { Stage } from '@/api/models';

/** Pixels by which an arrow is shortened at each end: the radius of a node (3 §9). */
export const SHORTENED_BY = 28;

/**
 * A node at this fraction of the width has its text on the left, any other on the right (3 §2.7).
 */
export const LEFT_LABEL_AT = 0.3;

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Converts the position of a stage from fractions to pixels, limited to the drawing. */
export function placeOf(
  { pos_x, pos_y }: Pick<Stage, 'pos_x' | 'pos_y'>,
  { width, height }: Size,
): Point {
  return { x: Math.min(pos_x, 1) * width, y: Math.min(pos_y, 1) * height };
}

export interface Arrow {
  from: Point;
  to: Point;
  /** True if the nodes are so close that they would cover the arrow. */
  above: boolean;
}

/** The minimum length of an arrow between nodes that touch or overlap. */
const MIN_LENGTH = 16;

/** Returns the arrow between two nodes, which is visible even if they overlap. */
export function arrowBetween(from: Point, to: Point): Arrow {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < MIN_LENGTH) {
    // The nodes overlap, so the arrow points at the node from above, or from below near the upper
    // edge.
    const side = to.y > 1.5 * SHORTENED_BY ? -1 : 1;
    const end = { x: to.x, y: to.y + (side * SHORTENED_BY) / 2 };
    return { from: { x: end.x, y: end.y + side * SHORTENED_BY }, to: end, above: true };
  }
  const above = length < 2 * SHORTENED_BY + MIN_LENGTH;
  const part = (above ? (length - MIN_LENGTH) / 2 : SHORTENED_BY) / length;
  const along = (share: number): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  return { from: along(part), to: along(1 - part), above };
}
