import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import {
  MarkerType,
  ReactFlow,
  ReactFlowProvider,
  type EdgeTypes,
  type NodeTypes,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { RequestEdge, RequestState } from '@/api/models';
import { statusLook } from '@/shared/requests/StatusChip';
import { attribution } from '@/lib/flowLook';
import { ABOVE_AND_BELOW, MIN_HEIGHT } from './drawingHeight';
import { StageEdge, type StageEdgeType } from './StageEdge';
import { NODE_RADIUS, StageNode, type StageNodeType } from './StageNode';
import { statusOf } from './stageState';
import { edgeKey, shortDays, type StageTimes } from './stageTimes';

const nodeTypes: NodeTypes = { stage: StageNode };
const edgeTypes: EdgeTypes = { stage: StageEdge };

/**
 * Returns the height of the drawing, which follows the window's height (2 §2 "scaled by window
 * size").
 */
function useDrawingHeight(): number {
  const height = useSyncExternalStore(onResize, () => window.innerHeight);
  return Math.max(MIN_HEIGHT, height - ABOVE_AND_BELOW);
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

const NODE_SIZE = { width: 2 * NODE_RADIUS, height: 2 * NODE_RADIUS } as const;

/** Positions that are not numbers are drawn in the middle. */
const fraction = (place: number): number => (Number.isFinite(place) ? place : 0.5);

interface Props {
  requestId: number;
  states: readonly RequestState[];
  edges: readonly RequestEdge[];
  times: StageTimes;
  /** The stage whose details are shown beside the graph. */
  chosen: number;
  onChoose: (stateId: number) => void;
}

/**
 * The graph of a request. Each stage has a position as a fraction of the drawing's width and height
 * (2 §2). Read-only; `StageHistory` has the same information as a list.
 */
export default function TrackingGraph(props: Props) {
  const { requestId, states, edges, times, chosen, onChoose } = props;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const theme = useTheme();
  const height = useDrawingHeight();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const nodes = useMemo<StageNodeType[]>(
    () =>
      states.map((stage) => ({
        id: String(stage.state_id),
        type: 'stage',
        ...NODE_SIZE,
        measured: NODE_SIZE,
        position: {
          x: fraction(stage.pos_x) * width - NODE_RADIUS,
          y: fraction(stage.pos_y) * height - NODE_RADIUS,
        },
        data: {
          requestId,
          stage,
          width,
          times,
          isChosen: stage.state_id === chosen,
          onChoose,
        },
        focusable: false,
      })),
    [requestId, states, width, height, times, chosen, onChoose],
  );
  const lines = useMemo<StageEdgeType[]>(() => {
    const byId = new Map(states.map((stage) => [stage.state_id, stage]));
    return edges.flatMap((edge) => {
      const { current_state, next } = edge;
      const target = byId.get(next);
      if (!target) return [];
      const status = statusOf(target);
      const took = times.edges.get(edgeKey(edge));
      return {
        id: edgeKey(edge),
        source: String(current_state),
        target: String(next),
        type: 'stage' as const,
        data: { status, days: took === undefined ? undefined : shortDays(took) },
        markerEnd: {
          type: MarkerType.ArrowClosed,
          width: 16,
          height: 16,
          color: theme.vars.palette.status[statusLook[status].colour].main,
        },
        focusable: false,
      };
    });
  }, [states, edges, times, theme]);

  return (
    <Box
      ref={box}
      component="figure"
      aria-label="Tracking graph"
      sx={{
        m: 0,
        height,
        minWidth: 0,
        ...attribution,
        '& .react-flow__node': { cursor: 'default' },
      }}
    >
      {width > 0 && (
        <ReactFlowProvider>
          <ReactFlow
            nodes={nodes}
            edges={lines}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            nodesDraggable={false}
            nodesConnectable={false}
            elementsSelectable={false}
            panOnDrag={false}
            zoomOnScroll={false}
            zoomOnPinch={false}
            zoomOnDoubleClick={false}
            preventScrolling={false}
            minZoom={1}
            maxZoom={1}
          />
        </ReactFlowProvider>
      )}
    </Box>
  );
}
