import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useId } from 'react';
import type { TableEdge } from '@/api/models';
import type { SourceFrame } from './frames';
import { NODE, type Corner, type Side, type Sides } from './places';

/** The most tables that are legible on the width of a phone. */
export const MAX_STILL_TABLES = 40;

/** Pixels of the map around its outermost tables. */
const MARGIN = 24;

interface Props {
  tables: readonly { tbl_id: number; table_type_name: string }[];
  corners: ReadonlyMap<number, Corner>;
  sides: Sides;
  edges: readonly TableEdge[];
  /** The colours of the table types, by name. */
  colors: ReadonlyMap<string, string>;
  frames?: readonly SourceFrame[];
  /** The numbers of the tables in the list; absent on small pictures. */
  numbers?: ReadonlyMap<number, number>;
}

function anchor({ x, y }: Corner, side: Side): Corner {
  const across = side === 'left' ? 0 : side === 'right' ? NODE.width : NODE.width / 2;
  const down = side === 'top' ? 0 : side === 'bottom' ? NODE.height : NODE.height / 2;
  return { x: x + across, y: y + down };
}

/**
 * A map as a picture that can be neither moved nor zoomed. The list beside it has the same
 * information, so screen readers skip the picture.
 */
export function StillMap({ tables, corners, sides, edges, colors, frames = [], numbers }: Props) {
  const { palette } = useTheme().vars;
  const arrow = useId();
  const boxes = [...[...corners.values()].map((corner) => ({ ...corner, ...NODE })), ...frames];
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN - left;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN - top;
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`${left} ${top} ${width} ${height}`}
      sx={{ display: 'block', width: '100%', height: '100%', forcedColorAdjust: 'none' }}
    >
      <defs>
        <marker
          id={arrow}
          viewBox="0 0 10 10"
          refX={10}
          refY={5}
          markerWidth={7}
          markerHeight={7}
          orient="auto-start-reverse"
        >
          <path d="M 0 0 L 10 5 L 0 10 z" fill={palette.text.secondary} />
        </marker>
      </defs>
      {frames.map(({ name, x, y, ...size }) => (
        <rect
          key={`${name} ${x} ${y}`}
          {...{ x, y, ...size }}
          rx={12}
          fill={palette.quiet}
          stroke={palette.text.secondary}
          strokeWidth={2}
          strokeDasharray="8 6"
        />
      ))}
      {edges.map(({ tbl_id, depend_on }) => {
        const [from, to] = [corners.get(tbl_id), corners.get(depend_on)];
        if (!from || !to) return null;
        const [begin, end] = sides(from, to);
        const [start, goal] = [anchor(from, begin), anchor(to, end)];
        return (
          <line
            key={`${tbl_id}-${depend_on}`}
            x1={start.x}
            y1={start.y}
            x2={goal.x}
            y2={goal.y}
            stroke={palette.text.secondary}
            strokeWidth={3}
            markerEnd={`url(#${arrow})`}
          />
        );
      })}
      {tables.map(({ tbl_id, table_type_name }) => {
        const corner = corners.get(tbl_id);
        if (!corner) return null;
        const color = colors.get(table_type_name) ?? palette.text.secondary;
        return (
          <g key={tbl_id}>
            <rect
              x={corner.x}
              y={corner.y}
              {...NODE}
              rx={10}
              fill={palette.background.paper}
              stroke={color}
              strokeWidth={4}
            />
            <rect x={corner.x} y={corner.y} width={28} height={NODE.height} rx={10} fill={color} />
            {numbers && (
              <text
                x={corner.x + NODE.width / 2 + 14}
                y={corner.y + NODE.height / 2}
                textAnchor="middle"
                dominantBaseline="central"
                fontSize={46}
                fontWeight={600}
                fill={palette.text.primary}
              >
                {numbers.get(tbl_id)}
              </text>
            )}
          </g>
        );
      })}
    </Box>
  );
}
