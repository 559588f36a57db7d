import type { NextStage, Stage } from '@/api/models';

/** Pixels by which an arrow is shortened at each end: the radius of a node (3 §9). */
export const SHORTENED_BY = 28;

/** With more links than these, all stages are shown (3 §2.7). */
const STAGES_OF_LINKS_UP_TO = 11;

/** A node at this fraction of the width has its text to its left, any other to its right (3 §2.7). */
export const LEFT_LABEL_AT = 0.3;

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The stages that are drawn: those that a link names, or all where there are many links (3 §2.7). */
export function drawnStages(stages: readonly Stage[], links: readonly NextStage[]): Stage[] {
  if (links.length > STAGES_OF_LINKS_UP_TO) return [...stages];
  const named = new Set(links.flatMap(({ current_stage, next }) => [current_stage, next]));
  return stages.filter(({ stage_id }) => named.has(stage_id));
}

/** Where a stage is drawn: a fraction of the drawing. What lies beyond its edge is drawn at the edge. */
export function placeOf(
  { pos_x, pos_y }: Pick<Stage, 'pos_x' | 'pos_y'>,
  { width, height }: Size,
): Point {
  return { x: Math.min(pos_x, 1) * width, y: Math.min(pos_y, 1) * height };
}

export interface Arrow {
  from: Point;
  to: Point;
  /** The nodes lie so close that they would cover it. */
  above: boolean;
}

/** What is left of an arrow at least, where nodes touch or cover each other. */
const SHORTEST = 16;

/** The arrow between two nodes. One between nodes that lie close to each other, or in the same place, is seen all the same. */
export function arrowBetween(from: Point, to: Point): Arrow {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < SHORTEST) {
    // Into the node from above, or from below at the upper edge: there is no way between the two that could be seen.
    const side = to.y > 1.5 * SHORTENED_BY ? -1 : 1;
    const end = { x: to.x, y: to.y + (side * SHORTENED_BY) / 2 };
    return { from: { x: end.x, y: end.y + side * SHORTENED_BY }, to: end, above: true };
  }
  const above = length < 2 * SHORTENED_BY + SHORTEST;
  const part = (above ? (length - SHORTEST) / 2 : SHORTENED_BY) / length;
  const along = (share: number): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  });
  return { from: along(part), to: along(1 - part), above };
}
