import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import {
  ConnectionMode,
  MarkerType,
  ReactFlow,
  ReactFlowProvider,
  type EdgeTypes,
  type NodeChange,
  type NodeTypes,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { attribution, frame } from '@/lib/flowLook';
import { LEFT_LABEL_AT, placeOf, SHORTENED_BY, type Point } from '../flow';
import { MIN_HEIGHT, useDrawingSize } from '../useDrawingSize';
import { CanvasLink, type CanvasLinkType } from './CanvasLink';
import { CanvasStage, HANDLES, type CanvasStageType } from './CanvasStage';
import {
  isSameLink,
  linkName,
  nameOf,
  stagesInOrder,
  type Drawing,
  type DrawnLink,
  type Place,
} from './drawing';
import { messagesAt, type PlacedFault } from './faults';

/** The selected stage or link. */
export type Selected = { stage: number } | { link: DrawnLink } | null;

const nodeTypes: NodeTypes = { stage: CanvasStage };
const edgeTypes: EdgeTypes = { link: CanvasLink };

/** The distance from a stage, in pixels, within which a dragged link connects to it. */
const NEAR = SHORTENED_BY + 12;

interface Props {
  drawing: Drawing;
  selected: Selected;
  /** The stage from which a link is being drawn by clicks or keys. */
  linkingFrom: number | null;
  faults: readonly PlacedFault[];
  warnings: readonly PlacedFault[];
  roleName: (role: number) => string;
  /** Called when a stage is clicked, or chosen with the keyboard (`byKey`). */
  onStage: (id: number, byKey: boolean) => void;
  onLink: (link: DrawnLink) => void;
  onNothing: () => void;
  onMove: (id: number, place: Place) => void;
  onConnect: (link: DrawnLink) => void;
  onKey: (event: KeyboardEvent, id: number) => void;
}

/**
 * The editable drawing of stages and links. React Flow gets all positions and sizes, so it does not
 * have to measure first. The editor handles selection and keys.
 */
export function Canvas(props: Props) {
  const { drawing, selected, linkingFrom, faults, warnings, roleName } = props;
  const { onStage, onLink, onNothing, onMove, onConnect, onKey } = props;
  const { box, size } = useDrawingSize();
  const theme = useTheme();
  const [dragged, setDragged] = useState<{ id: string; position: Point } | null>(null);

  const nodes = useMemo<CanvasStageType[]>(
    () =>
      // Sorted by the order of the chain, which is also the tab order.
      stagesInOrder(drawing).map((stage) => {
        const id = String(stage.stage_id);
        const { x, y } = placeOf(stage, size);
        return {
          id,
          type: 'stage',
          position:
            dragged?.id === id ? dragged.position : { x: x - SHORTENED_BY, y: y - SHORTENED_BY },
          width: 2 * SHORTENED_BY,
          height: 2 * SHORTENED_BY,
          measured: { width: 2 * SHORTENED_BY, height: 2 * SHORTENED_BY },
          handles: HANDLES,
          // Above the links, which have a wide clickable area.
          zIndex: 1,
          data: {
            stage,
            name: nameOf(drawing, stage.stage_id),
            role: roleName(stage.role),
            label: stage.pos_x === LEFT_LABEL_AT ? 'left' : 'right',
            room: (stage.pos_x === LEFT_LABEL_AT ? x : size.width - x) - SHORTENED_BY,
            isSelected:
              selected !== null && 'stage' in selected && selected.stage === stage.stage_id,
            isFaulty: messagesAt(faults, stage.stage_id).length > 0,
            warnings: messagesAt(warnings, stage.stage_id),
            linking:
              linkingFrom === null ? undefined : linkingFrom === stage.stage_id ? 'from' : 'to',
            onKey,
          },
        };
      }),
    [drawing, size, dragged, selected, faults, warnings, linkingFrom, roleName, onKey],
  );
  const edges = useMemo<CanvasLinkType[]>(
    () =>
      drawing.links.map((link, place) => {
        const isSelected =
          selected !== null && 'link' in selected && isSameLink(selected.link, link);
        const isFaulty = faults.some(({ links }) => links.some((one) => isSameLink(one, link)));
        const { primary, error, text } = theme.vars.palette;
        const color = isSelected ? primary.main : isFaulty ? error.main : text.primary;
        return {
          id: `${link.current_stage} ${link.next} ${place}`,
          type: 'link',
          source: String(link.current_stage),
          target: String(link.next),
          data: { link, name: linkName(drawing, link), isSelected, color },
          markerEnd: {
            type: MarkerType.ArrowClosed,
            markerUnits: 'userSpaceOnUse',
            width: 27,
            height: 27,
            color,
          },
        };
      }),
    [drawing, selected, faults, theme],
  );

  const drag = (changes: readonly NodeChange<CanvasStageType>[]) => {
    for (const change of changes) {
      if (change.type === 'position' && change.position) {
        setDragged({ id: change.id, position: change.position });
      }
    }
  };
  const drop = (id: string, { x, y }: Point) => {
    setDragged(null);
    const before = placeOf(
      drawing.stages.find(({ stage_id }) => String(stage_id) === id) ?? { pos_x: 0, pos_y: 0 },
      size,
    );
    const [toX, toY] = [x + SHORTENED_BY, y + SHORTENED_BY];
    // Ignores tiny movements during a click.
    if (Math.hypot(toX - before.x, toY - before.y) < 3) return;
    onMove(Number(id), { pos_x: toX / size.width, pos_y: toY / size.height });
  };
  const linkOf = ({ source, target }: { source: string; target: string }): DrawnLink => ({
    current_stage: Number(source),
    next: Number(target),
  });

  return (
    <Box
      ref={box}
      component="figure"
      aria-label="Drawing"
      style={{ height: size.height || MIN_HEIGHT }}
      sx={{
        ...frame,
        // The drawing is laid out for the window; in print the outline has the same content.
        '@media print': { display: 'none' },
        bgcolor: 'background.paper',
        overflow: 'hidden',
        ...attribution,
        '& .react-flow__node': { cursor: linkingFrom === null ? 'grab' : 'pointer' },
        '& .react-flow__node.dragging': { cursor: 'grabbing' },
        '& .react-flow__edge': { cursor: 'pointer' },
        '& .react-flow__connection-path': { stroke: theme.vars.palette.primary.main },
      }}
    >
      {size.width > 0 && (
        <ReactFlowProvider>
          <ReactFlow
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            onNodesChange={drag}
            onNodeDragStop={(_, node) => drop(node.id, node.position)}
            onNodeClick={(event, node) => onStage(Number(node.id), event.detail === 0)}
            onEdgeClick={(_, edge) => edge.data && onLink(edge.data.link)}
            onPaneClick={onNothing}
            onConnect={(connection) => onConnect(linkOf(connection))}
            connectionMode={ConnectionMode.Strict}
            connectionRadius={NEAR}
            nodeDragThreshold={2}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            selectionKeyCode={null}
            multiSelectionKeyCode={null}
            panActivationKeyCode={null}
            zoomActivationKeyCode={null}
            panOnDrag={false}
            zoomOnScroll={false}
            zoomOnPinch={false}
            zoomOnDoubleClick={false}
            autoPanOnNodeDrag={false}
            autoPanOnConnect={false}
            preventScrolling={false}
            nodeExtent={[
              [-SHORTENED_BY, -SHORTENED_BY],
              [size.width + SHORTENED_BY, size.height + SHORTENED_BY],
            ]}
            minZoom={1}
            maxZoom={1}
          />
        </ReactFlowProvider>
      )}
    </Box>
  );
}
