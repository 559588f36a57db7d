import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import type { RequestState } from '@/api/models';
import { statusLook } from '@/shared/requests/StatusChip';
import { clampLines } from '@/ui/looks';
import { useProvedAct } from '@/shared/audit/requestProofs';
import { DueDate } from '@/shared/deadlines/DueDate';
import { dueText } from '@/lib/requestStatus';
import { StageDetails } from './StageDetails';
import { isDecided, statusOf } from './stageState';
import { daysInWords, stageTimeWords, type StageTimes } from './stageTimes';

/** Radius of a node in pixels. Edges are shortened by it at both ends (2 §9). */
export const NODE_RADIUS = 28;

/** Pixels between a node and its label. */
const LABEL_GAP = 12;
/** Maximum width of a label in pixels. */
const LABEL_WIDTH = 190;

export type StageNodeType = Node<
  {
    requestId: number;
    stage: RequestState;
    width: number;
    times: StageTimes;
    isChosen: boolean;
    onChoose: (stateId: number) => void;
  },
  'stage'
>;

/** Nodes at 0.3 of the width have their label on the left, others on the right (3 §2.7). */
const LEFT_LABEL_AT = 0.3;

/** Milliseconds for which the card is shown after a tap. */
const TAPPED_FOR = 10_000;

const hidden = { opacity: 0, left: NODE_RADIUS, top: NODE_RADIUS, pointerEvents: 'none' } as const;

/**
 * A stage with colour, icon and text. A card with its details appears on hover, focus and tap. A
 * press shows them beside the graph.
 */
export function StageNode({ data }: NodeProps<StageNodeType>) {
  const { requestId, stage, width, times, isChosen, onChoose } = data;
  const time = stageTimeWords(stage, times);
  const waited = stage.state === 'Unattended' ? times.stages.get(stage.state_id) : undefined;
  const status = statusOf(stage);
  const { colour, icon: Icon } = statusLook[status];
  const labelOnTheLeft = stage.pos_x === LEFT_LABEL_AT;
  const room = (labelOnTheLeft ? stage.pos_x : 1 - stage.pos_x) * width - NODE_RADIUS - LABEL_GAP;
  return (
    <>
      <Handle type="target" position={Position.Top} style={hidden} isConnectable={false} />
      <Tooltip
        title={
          <>
            <strong>{stage.timeline}</strong>
            <StageDetails stage={stage} took={time} />
            <DueDate due={stage.due} plain />
            {isDecided(stage) && <LogPosition requestId={requestId} stateId={stage.state_id} />}
          </>
        }
        placement={labelOnTheLeft ? 'right' : 'left'}
        enterTouchDelay={0}
        leaveTouchDelay={TAPPED_FOR}
        describeChild
      >
        <Box
          component="button"
          type="button"
          aria-label={[`${stage.role}: ${stage.timeline}`, time, stage.due && dueText(stage.due)]
            .filter(Boolean)
            .join(', ')}
          aria-pressed={isChosen}
          onClick={() => onChoose(stage.state_id)}
          sx={(theme) => ({
            p: 0,
            cursor: 'pointer',
            boxShadow: isChosen
              ? `0 0 0 3px ${theme.vars.palette.background.paper}, 0 0 0 5px ${theme.vars.palette.status[colour].main}`
              : 'none',
            // React Flow disables pointer events on nodes that can be neither moved nor selected.
            pointerEvents: 'auto',
            width: 2 * NODE_RADIUS,
            height: 2 * NODE_RADIUS,
            display: 'grid',
            placeItems: 'center',
            borderRadius: '50%',
            border: 2,
            borderStyle: status === 'Incoming' ? 'dashed' : 'solid',
            borderColor: theme.vars.palette.status[colour].main,
            color: theme.vars.palette.status[colour].main,
            bgcolor: theme.vars.palette.status[colour].tint,
          })}
        >
          <Icon aria-hidden />
        </Box>
      </Tooltip>
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          top: '50%',
          width: Math.min(LABEL_WIDTH, Math.max(room, 80)),
          transform: 'translateY(-50%)',
          textAlign: labelOnTheLeft ? 'right' : 'left',
          ...(labelOnTheLeft
            ? { right: 2 * NODE_RADIUS + LABEL_GAP }
            : { left: 2 * NODE_RADIUS + LABEL_GAP }),
          lineHeight: 1.35,
        }}
      >
        <Box sx={{ fontWeight: 620, fontSize: '0.875rem' }}>{stage.role}</Box>
        {/* The details beside the graph have the full text. */}
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', ...clampLines(2) }}>
          {stage.stage_activity}
        </Box>
        {waited !== undefined && (
          <Box
            sx={(theme) => ({
              fontSize: '0.875rem',
              fontWeight: 700,
              color: theme.vars.palette.status[colour].main,
            })}
          >
            {daysInWords(waited)}
          </Box>
        )}
        {stage.due && (
          <Box sx={{ fontSize: '0.8125rem' }}>
            <DueDate due={stage.due} short />
          </Box>
        )}
      </Box>
      <Handle type="source" position={Position.Bottom} style={hidden} isConnectable={false} />
    </>
  );
}

/**
 * The decision's position in the log. The proof itself is offered only beside the drawing, because
 * the card cannot be reached by keyboard.
 */
function LogPosition({ requestId, stateId }: { requestId: number; stateId: number }) {
  const entry = useProvedAct(requestId, { kind: 'request.decided', state: stateId });
  if (typeof entry?.log_index !== 'number') return null;
  return <span>Entry {entry.entry_id} in the log, with its proof beside the drawing</span>;
}
