import Box from '@mui/material/Box';
import {
  Handle,
  MarkerType,
  Position,
  type Edge,
  type ReactFlowProps,
  type XYPosition,
} from '@xyflow/react';
import type { TableEdge } from '@/api/models';
import { NamedIcon } from '@/ui/icons/NamedIcon';
import { NODE, type Side, type Sides } from './places';

/** The look of tables and of the lines between them, the same on every map. */

const hidden = { opacity: 0, pointerEvents: 'none' } as const;

const positions: Readonly<Record<Side, Position>> = {
  top: Position.Top,
  right: Position.Right,
  bottom: Position.Bottom,
  left: Position.Left,
};
const sides = ['top', 'right', 'bottom', 'left'] as const;

/** Invisible anchor points for lines, on each side of a table. */
export function TableHandles({ type }: { type: 'source' | 'target' }) {
  return sides.map((side) => (
    <Handle
      key={side}
      id={`${type}-${side}`}
      type={type}
      position={positions[side]}
      style={hidden}
      isConnectable={false}
    />
  ));
}

/** The frame of a table, with the colour of its type. */
export const tableLook = (color?: string) =>
  ({
    width: NODE.width,
    height: NODE.height,
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    px: 1.25,
    border: 1,
    borderColor: 'divider',
    borderLeft: `6px solid ${color ?? 'currentColor'}`,
    borderRadius: 1,
    bgcolor: 'background.paper',
    color: 'text.primary',
  }) as const;

const line = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

export function TableFace({ icon, name, note }: { icon: string; name: string; note: string }) {
  return (
    <>
      <NamedIcon name={icon} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, fontSize: '0.875rem', ...line }}>{name}</Box>
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary', ...line }}>{note}</Box>
      </Box>
    </>
  );
}

interface Placed {
  id: string;
  position: XYPosition;
}

export function linesOf(
  edges: readonly TableEdge[],
  drawn: ReadonlyMap<number, Placed>,
  sidesOf: Sides,
  color: string,
): Edge[] {
  return edges.flatMap(({ tbl_id, depend_on }) => {
    const [source, target] = [drawn.get(tbl_id), drawn.get(depend_on)];
    if (!source || !target) return [];
    const [begin, end] = sidesOf(source.position, target.position);
    return [
      {
        id: `${source.id}-${target.id}`,
        source: source.id,
        target: target.id,
        sourceHandle: `source-${begin}`,
        targetHandle: `target-${end}`,
        focusable: false,
        style: { stroke: color },
        markerEnd: { type: MarkerType.ArrowClosed, color },
      },
    ];
  });
}

/** How a map is fitted into its box: with room for the frames of the sources. */
export const FIT = { maxZoom: 1, padding: 0.12 } as const;

/** The settings of every map for panning, zooming and fitting the view. */
export const seeing = {
  nodesConnectable: false,
  preventScrolling: false,
  zoomOnScroll: false,
  maxZoom: 1.5,
  fitView: true,
  fitViewOptions: FIT,
} satisfies ReactFlowProps;
