import { useTheme } from '@mui/material/styles';
import { BaseEdge, useInternalNode, type Edge, type EdgeProps } from '@xyflow/react';
import { statusLook, type Status } from '@/shared/requests/StatusChip';
import { NODE_RADIUS } from './StageNode';

export type StageEdgeType = Edge<{ status: Status; days?: string }, 'stage'>;

/**
 * A straight line between two nodes, shortened by their radius. Dashed if the target stage is
 * Unattended or Incoming (2 §2). Shows the days between the two decisions; the name of the target
 * node has them in words.
 */
export function StageEdge({ id, source, target, data, markerEnd }: EdgeProps<StageEdgeType>) {
  const theme = useTheme();
  const from = useInternalNode(source)?.internals.positionAbsolute;
  const to = useInternalNode(target)?.internals.positionAbsolute;
  if (!from || !to || !data) return null;
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const x = ((to.x - from.x) / length) * NODE_RADIUS;
  const y = ((to.y - from.y) / length) * NODE_RADIUS;
  const start = { x: from.x + NODE_RADIUS + x, y: from.y + NODE_RADIUS + y };
  const end = { x: to.x + NODE_RADIUS - x, y: to.y + NODE_RADIUS - y };
  const isUndecided = data.status === 'Unattended' || data.status === 'Incoming';
  return (
    <>
      <BaseEdge
        id={id}
        path={`M ${start.x} ${start.y} L ${end.x} ${end.y}`}
        markerEnd={markerEnd}
        style={{
          stroke: theme.vars.palette.status[statusLook[data.status].colour].main,
          strokeWidth: 2,
          strokeDasharray: isUndecided ? '6 6' : undefined,
        }}
      />
      {data.days && (
        <text
          aria-hidden
          x={(start.x + end.x) / 2}
          y={(start.y + end.y) / 2}
          textAnchor="middle"
          dominantBaseline="central"
          style={{
            fontSize: 13,
            fontWeight: 620,
            fill: theme.vars.palette.text.primary,
            // Interrupts the line, so that the number can be read on it.
            stroke: theme.vars.palette.background.paper,
            strokeWidth: 8,
            strokeLinejoin: 'round',
            paintOrder: 'stroke',
          }}
        >
          {data.days}
        </text>
      )}
    </>
  );
}
