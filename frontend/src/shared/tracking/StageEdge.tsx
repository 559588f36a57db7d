import { useTheme } from '@mui/material/styles';
import { BaseEdge, useInternalNode, type Edge, type EdgeProps } from '@xyflow/react';
import { statusLook, type Status } from '@/shared/requests/StatusChip';
import { NODE_RADIUS } from './StageNode';

export type StageEdgeType = Edge<{ status: Status }, 'stage'>;

/**
 * A straight line between two nodes, shortened by their radius. Dashed if the target stage is
 * Unattended or Incoming (2 §2).
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
  const notGone = data.status === 'Unattended' || data.status === 'Incoming';
  return (
    <BaseEdge
      id={id}
      path={`M ${start.x} ${start.y} L ${end.x} ${end.y}`}
      markerEnd={markerEnd}
      style={{
        stroke: theme.vars.palette.status[statusLook[data.status].colour].main,
        strokeWidth: 2,
        strokeDasharray: notGone ? '6 6' : undefined,
      }}
    />
  );
}
