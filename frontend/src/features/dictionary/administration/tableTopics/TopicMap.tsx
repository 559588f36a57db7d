import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import {
  Controls,
  ReactFlow,
  ReactFlowProvider,
  useNodesState,
  type Node,
  type NodeProps,
  type NodeTypes,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useMemo } from 'react';
import type { TableTopic } from '@/api/models';
import { useAct } from '@/api/useAct';
import { saveWith } from '@/api/useSave';
import { useRefresh } from '@/api/useRefresh';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { attribution, controls, frame } from '@/lib/flowLook';
import { count } from '@/lib/numbers';
import { toast } from '@/lib/toast';
import { FitView } from '../../map/FitView';
import { framesOf } from '../../map/frames';
import { cornerOf, facingSides, MAP, NODE, positionOf } from '../../map/places';
import { SourceFrames } from '../../map/SourceFrames';
import { linesOf, seeing, TableFace, TableHandles, tableLook } from '../../map/tableFlow';
import { useTableEdges } from '../../map/useTableEdges';
import { useTypeColors } from '../../map/useTypeColors';
import { DICTIONARY_PATHS, tableTopicCalls } from '../mutations';

type TableNodeType = Node<{ place: TableTopic }, 'table'>;

function TableNode({ data: { place }, selected }: NodeProps<TableNodeType>) {
  const { colors } = useTypeColors();
  const color = colors.get(place.table_type_name);
  return (
    <>
      <TableHandles type="target" />
      <Box
        title={place.tbl_description}
        sx={{ ...tableLook(color), ...(selected && { borderColor: 'primary.main' }) }}
      >
        <TableFace
          icon={place.icon}
          name={place.entity_name}
          note={count(place.variables_count, 'variable')}
        />
      </Box>
      <TableHandles type="source" />
    </>
  );
}

const nodeTypes: NodeTypes = { table: TableNode };

/** The area to which dragging the upper left corner of a table is limited. */
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

/** Returns the tables whose position differs from the stored one. */
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

/**
 * The map of a topic, on which tables can be dragged. Positions are sent only when the user saves
 * them.
 */
export default function TopicMap({ topic, places }: Props) {
  const theme = useTheme();
  const [nodes, setNodes, onNodesChange] = useNodesState(places.map(nodeOf));
  const moved = movedOf(nodes);
  const { edges } = useTableEdges(places.map(({ data_source }) => data_source));
  const frames = useMemo(
    () =>
      framesOf(
        nodes.map(({ position, data: { place } }) => ({ source: place.source, corner: position })),
      ),
    [nodes],
  );
  const color = theme.vars.palette.text.secondary;
  const lines = useMemo(() => {
    const drawn = new Map(nodes.map((node) => [node.data.place.tbl, node]));
    return linesOf(edges, drawn, facingSides, color);
  }, [edges, nodes, color]);
  const save = useAct({
    mutationFn: async () => {
      for (const { tt_id, topic: id, tbl, pos_x, pos_y, row_version } of moved) {
        await saveWith(tableTopicCalls, tt_id, { topic: id, tbl, pos_x, pos_y, row_version });
      }
    },
    ...useRefresh(...DICTIONARY_PATHS),
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
            {...seeing}
            nodes={nodes}
            edges={lines}
            nodeTypes={nodeTypes}
            onNodesChange={onNodesChange}
            nodeExtent={extent}
            deleteKeyCode={null}
            minZoom={0.3}
          >
            <SourceFrames frames={frames} />
            <FitView />
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
                toast(`The positions of ${count(moved.length, 'table')} were saved.`, 'success'),
            })
          }
        >
          Save positions
        </Button>
        <Button
          disabled={moved.length === 0 || save.isPending}
          onClick={() => {
            save.reset();
            setNodes(places.map(nodeOf));
          }}
        >
          Undo
        </Button>
        <span role="status">
          {moved.length > 0 && `${count(moved.length, 'table')} moved and not saved yet.`}
        </span>
      </Box>
      {save.error && (
        <Box sx={{ mt: 2 }}>
          <CallErrorAlert
            error={save.error}
            onRetry={() => save.mutate()}
            pending={save.isPending}
          />
        </Box>
      )}
    </>
  );
}
