import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import {
  Controls,
  ReactFlow,
  ReactFlowProvider,
  type Node,
  type NodeProps,
  type NodeTypes,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { TableEdge } from '@/api/models';
import { attribution, controls, frame } from '@/lib/flowLook';
import { count } from '@/lib/numbers';
import { FitView } from './FitView';
import type { SourceFrame } from './frames';
import type { MapTable } from './mapTable';
import type { Corner, Sides } from './places';
import { SourceFrames } from './SourceFrames';
import { linesOf, seeing, TableFace, TableHandles, tableLook } from './tableFlow';

type TableNodeType = Node<{ table: MapTable; color?: string }, 'table'>;

/** One table on the map: icon, name, and the colour of its type. It links to its variables. */
function TableNode({ data: { table, color } }: NodeProps<TableNodeType>) {
  return (
    <>
      <TableHandles type="target" />
      <Box
        component={Link}
        to={table.to}
        title={table.tbl_description}
        sx={{
          ...tableLook(color),
          pointerEvents: 'auto',
          textDecoration: 'none',
          '&:hover': { borderTopColor: 'primary.main', borderBottomColor: 'primary.main' },
        }}
      >
        <TableFace
          icon={table.icon}
          name={table.name}
          note={count(table.variables_count, 'variable')}
        />
      </Box>
      <TableHandles type="source" />
    </>
  );
}

const nodeTypes: NodeTypes = { table: TableNode };

export interface TableMapProps {
  label: string;
  tables: readonly MapTable[];
  corners: ReadonlyMap<number, Corner>;
  sides: Sides;
  edges: readonly TableEdge[];
  /** The colours of the table types, by name. */
  colors: ReadonlyMap<string, string>;
  /** The frames of the data sources, on maps of several. */
  frames?: readonly SourceFrame[];
}

/** Draws tables as a map that can be panned and zoomed. `TableTree` shows the same as text. */
export function TableMap(props: TableMapProps) {
  const { label, tables, corners, sides, edges, colors, frames = [] } = props;
  const theme = useTheme();
  const nodes = useMemo<TableNodeType[]>(
    () =>
      tables.map((table) => ({
        id: String(table.tbl_id),
        type: 'table',
        position: corners.get(table.tbl_id) ?? { x: 0, y: 0 },
        data: { table, color: colors.get(table.table_type_name) },
        focusable: false,
      })),
    [tables, corners, colors],
  );
  const color = theme.vars.palette.text.secondary;
  const lines = useMemo(() => {
    const drawn = new Map(nodes.map((node) => [node.data.table.tbl_id, node]));
    return linesOf(edges, drawn, sides, color);
  }, [nodes, edges, sides, color]);
  return (
    <Box
      component="figure"
      aria-label={label}
      sx={{
        ...frame,
        ...attribution,
        ...controls,
        height: 'max(480px, calc(100vh - 320px))',
      }}
    >
      <ReactFlowProvider>
        <ReactFlow
          {...seeing}
          nodes={nodes}
          edges={lines}
          nodeTypes={nodeTypes}
          nodesDraggable={false}
          elementsSelectable={false}
          minZoom={0.2}
        >
          <SourceFrames frames={frames} />
          <FitView />
          <Controls showInteractive={false} />
        </ReactFlow>
      </ReactFlowProvider>
    </Box>
  );
}
