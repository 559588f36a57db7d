import { BaseEdge, useInternalNode, type Edge, type EdgeProps } from '@xyflow/react';
import { arrowBetween, SHORTENED_BY } from '../flow';
import type { DrawnLink } from './drawing';

export type CanvasLinkType = Edge<
  { link: DrawnLink; name: string; isSelected: boolean; color: string },
  'link'
>;

/** The width of the clickable area of a line, in pixels. */
const WIDE = 24;

/** A straight line between two stages, shortened at both ends (3 §2.7, §9). */
export function CanvasLink({ id, source, target, data, markerEnd }: EdgeProps<CanvasLinkType>) {
  const from = useInternalNode(source)?.internals.positionAbsolute;
  const to = useInternalNode(target)?.internals.positionAbsolute;
  if (!from || !to || !data) return null;
  const arrow = arrowBetween(
    { x: from.x + SHORTENED_BY, y: from.y + SHORTENED_BY },
    { x: to.x + SHORTENED_BY, y: to.y + SHORTENED_BY },
  );
  return (
    <>
      <title>{data.name}</title>
      <BaseEdge
        id={id}
        path={`M ${arrow.from.x} ${arrow.from.y} L ${arrow.to.x} ${arrow.to.y}`}
        markerEnd={markerEnd}
        interactionWidth={WIDE}
        style={{ stroke: data.color, strokeWidth: data.isSelected ? 3 : 1.5 }}
      />
    </>
  );
}
