import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import { useMutation, useQueries } from '@tanstack/react-query';
import {
  Controls,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useNodesState,
  type Edge,
  type Node,
  type NodeProps,
  type NodeTypes,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useMemo } from 'react';
import type { TableTopic } from '@/api/models';
import { saveWith } from '@/api/useSave';
import { useRefresh } from '@/api/useRefresh';
import { CallRefused } from '@/components/CallRefused';
import { NamedIcon } from '@/components/icons/NamedIcon';
import { attribution, controls, frame } from '@/lib/flowLook';
import { count } from '@/lib/numbers';
import { toast } from '@/lib/toast';
import { dictionaryQueries } from '../../queries';
import { tableTopicCalls } from '../mutations';
import { cornerOf, MAP, NODE, positionOf, sidesOf, type Side } from './places';

type TableNodeType = Node<{ place: TableTopic }, 'table'>;

const hidden = { opacity: 0, pointerEvents: 'none' } as const;

const positions: Readonly<Record<Side, Position>> = {
  top: Position.Top,
  right: Position.Right,
  bottom: Position.Bottom,
  left: Position.Left,
};
const sides = ['top', 'right', 'bottom', 'left'] as const;

function TableNode({ data: { place }, selected }: NodeProps<TableNodeType>) {
  return (
    <>
      {sides.map((side) => (
        <Handle
          key={`to-${side}`}
          id={`to-${side}`}
          type="target"
          position={positions[side]}
          style={hidden}
          isConnectable={false}
        />
      ))}
      <Box
        title={place.tbl_description}
        sx={{
          width: NODE.width,
          height: NODE.height,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 1.25,
          border: 1,
          borderColor: selected ? 'primary.main' : 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          color: 'text.primary',
          fontSize: '0.875rem',
          fontWeight: 600,
        }}
      >
        <NamedIcon name={place.icon} />
        <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {place.entity_name}
        </Box>
      </Box>
      {sides.map((side) => (
        <Handle
          key={`from-${side}`}
          id={`from-${side}`}
          type="source"
          position={positions[side]}
          style={hidden}
          isConnectable={false}
        />
      ))}
    </>
  );
}

const nodeTypes: NodeTypes = { table: TableNode };

/** Where the upper left corner of a table can be dragged. */
const extent: [[number, number], [number, number]] = [
  [-NODE.width / 2, -NODE.height / 2],
  [MAP.width + NODE.width / 2, MAP.height + NODE.height / 2],
];

const nodeOf = (place: TableTopic): TableNodeType => ({
  id: String(place.tt_id),
  type: 'table',
  position: cornerOf(place.pos_x, place.pos_y),
  data: { place },
  ariaLabel: place.entity_name,
});

/** The tables of a topic that no longer stand where they are stored. */
function movedOf(nodes: readonly TableNodeType[]) {
  return nodes.flatMap(({ position, data: { place } }) => {
    const now = positionOf(position);
    const stored = positionOf(cornerOf(place.pos_x, place.pos_y));
    return now.pos_x === stored.pos_x && now.pos_y === stored.pos_y ? [] : [{ ...place, ...now }];
  });
}

interface Props {
  topic: string;
  places: readonly TableTopic[];
}

/** The map of a topic, whose tables are moved about. Nothing is sent before somebody saves their places. */
export default function TopicMap({ topic, places }: Props) {
  const theme = useTheme();
  const [nodes, setNodes, onNodesChange] = useNodesState(places.map(nodeOf));
  const moved = movedOf(nodes);
  const sources = [...new Set(places.map(({ data_source }) => data_source))];
  const edges = useQueries({
    queries: sources.map((source) => dictionaryQueries.edges(source)),
    combine: (loaded) => loaded.flatMap(({ data }) => data ?? []),
  });
  const lines = useMemo(() => {
    const nodeOfTable = new Map(nodes.map((node) => [node.data.place.tbl, node]));
    return edges.flatMap(({ tbl_id, depend_on }): Edge[] => {
      const [source, target] = [nodeOfTable.get(tbl_id), nodeOfTable.get(depend_on)];
      if (!source || !target) return [];
      const [begin, end] = sidesOf(source.position, target.position);
      return [
        {
          id: `${source.id}-${target.id}`,
          source: source.id,
          target: target.id,
          sourceHandle: `from-${begin}`,
          targetHandle: `to-${end}`,
          focusable: false,
          style: { stroke: theme.vars.palette.text.secondary },
          markerEnd: { type: MarkerType.ArrowClosed, color: theme.vars.palette.text.secondary },
        },
      ];
    });
  }, [edges, nodes, theme]);

  const save = useMutation({
    mutationFn: async () => {
      for (const { tt_id, topic: id, tbl, pos_x, pos_y, row_version } of moved) {
        await saveWith(tableTopicCalls, tt_id, { topic: id, tbl, pos_x, pos_y, row_version });
      }
    },
    ...useRefresh(),
  });
  return (
    <>
      <Box
        component="figure"
        aria-label={`Map of ${topic}`}
        sx={{
          ...frame,
          ...attribution,
          ...controls,
          height: 'max(420px, calc(100vh - 360px))',
        }}
      >
        <ReactFlowProvider>
          <ReactFlow
            nodes={nodes}
            edges={lines}
            nodeTypes={nodeTypes}
            onNodesChange={onNodesChange}
            nodeExtent={extent}
            nodesConnectable={false}
            deleteKeyCode={null}
            preventScrolling={false}
            zoomOnScroll={false}
            minZoom={0.3}
            maxZoom={1.5}
            fitView
            fitViewOptions={{ maxZoom: 1 }}
          >
            <Controls showInteractive={false} />
          </ReactFlow>
        </ReactFlowProvider>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mt: 2 }}>
        <Button
          variant="contained"
          disabled={moved.length === 0}
          loading={save.isPending}
          onClick={() =>
            save.mutate(undefined, {
              onSuccess: () =>
                toast(`The places of ${count(moved.length, 'table')} are saved.`, 'success'),
            })
          }
        >
          Save the places
        </Button>
        <Button
          disabled={moved.length === 0 || save.isPending}
          onClick={() => {
            save.reset();
            setNodes(places.map(nodeOf));
          }}
        >
          Put them back
        </Button>
        <span role="status">
          {moved.length > 0 && `${count(moved.length, 'table')} moved and not saved yet.`}
        </span>
      </Box>
      {save.error && (
        <Box sx={{ mt: 2 }}>
          <CallRefused error={save.error} onRetry={() => save.mutate()} pending={save.isPending} />
        </Box>
      )}
    </>
  );
}
