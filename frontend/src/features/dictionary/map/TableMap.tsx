import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import {
  Controls,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  ReactFlowProvider,
  type Edge,
  type Node,
  type NodeProps,
  type NodeTypes,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { DictionaryTable, TableEdge } from '@/api/models';
import { dataTablePath } from '@/app/paths';
import { NamedIcon } from '@/components/icons/NamedIcon';
import { count } from '@/lib/numbers';
import { attribution, controls, frame } from '@/lib/flowLook';
import { TABLE_HEIGHT, TABLE_WIDTH, placesOf } from './mapLayout';

type TableNodeType = Node<{ table: DictionaryTable; color?: string }, 'table'>;

const hidden = { opacity: 0, pointerEvents: 'none' } as const;

/** One table: its type by colour, picture, name; it leads to its variables. */
function TableNode({ data: { table, color } }: NodeProps<TableNodeType>) {
  return (
    <>
      <Handle type="target" position={Position.Top} style={hidden} isConnectable={false} />
      <Box
        component={Link}
        to={dataTablePath(table.data_source, { tbl_name: table.tbl_name })}
        title={table.tbl_description}
        sx={{
          pointerEvents: 'auto',
          width: TABLE_WIDTH,
          height: TABLE_HEIGHT,
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
          textDecoration: 'none',
          '&:hover': { borderTopColor: 'primary.main', borderBottomColor: 'primary.main' },
        }}
      >
        <NamedIcon name={table.icon} />
        <Box sx={{ minWidth: 0 }}>
          <Box
            sx={{
              fontWeight: 600,
              fontSize: '0.875rem',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {table.tbl_name}
          </Box>
          <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
            {count(table.variables_count, 'variable')}
          </Box>
        </Box>
      </Box>
      <Handle type="source" position={Position.Bottom} style={hidden} isConnectable={false} />
    </>
  );
}

const nodeTypes: NodeTypes = { table: TableNode };

interface Props {
  tables: readonly DictionaryTable[];
  edges: readonly TableEdge[];
  colors: ReadonlyMap<string, string>;
}

/** The tables of a source as a drawing, which can be moved and zoomed; `TableTree` says the same in words. */
export function TableMap({ tables, edges, colors }: Props) {
  const theme = useTheme();
  const nodes = useMemo<TableNodeType[]>(() => {
    const places = placesOf(tables, edges);
    return tables.map((table) => ({
      id: String(table.tbl_id),
      type: 'table',
      position: places.get(table.tbl_id) ?? { x: 0, y: 0 },
      data: { table, color: colors.get(table.table_type_name) },
      focusable: false,
    }));
  }, [tables, edges, colors]);
  const lines = useMemo<Edge[]>(
    () =>
      edges.map(({ tbl_id, depend_on }) => ({
        id: `${tbl_id}-${depend_on}`,
        source: String(tbl_id),
        target: String(depend_on),
        focusable: false,
        style: { stroke: theme.vars.palette.text.secondary },
        markerEnd: { type: MarkerType.ArrowClosed, color: theme.vars.palette.text.secondary },
      })),
    [edges, theme],
  );
  return (
    <Box
      component="figure"
      aria-label="Map of tables"
      sx={{
        ...frame,
        ...attribution,
        ...controls,
        height: 'max(480px, calc(100vh - 320px))',
      }}
    >
      <ReactFlowProvider>
        <ReactFlow
          nodes={nodes}
          edges={lines}
          nodeTypes={nodeTypes}
          nodesDraggable={false}
          nodesConnectable={false}
          elementsSelectable={false}
          preventScrolling={false}
          zoomOnScroll={false}
          minZoom={0.2}
          maxZoom={1.5}
          fitView
          fitViewOptions={{ maxZoom: 1 }}
        >
          <Controls showInteractive={false} />
        </ReactFlow>
      </ReactFlowProvider>
    </Box>
  );
}
