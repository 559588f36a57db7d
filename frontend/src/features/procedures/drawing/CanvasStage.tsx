import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import { Handle, Position, type Node, type NodeHandle, type NodeProps } from '@xyflow/react';
import type { KeyboardEvent } from 'react';
import { clampLines } from '@/ui/looks';
import { NamedIcon } from '@/ui/icons/NamedIcon';
import { count } from '@/lib/numbers';
import { SHORTENED_BY } from '../flow';
import type { DrawnStage } from './drawing';

/** The size of a node's icon (3 §9). */
const ICON_SIZE = 25;
const LABEL_GAP = 10;
const MAX_LABEL_WIDTH = 200;
/** The size of the grip from which a link is drawn, in pixels. */
const GRIP = 24;
/** The position of the grip: on the circle, at the lower right. */
const GRIP_AT = SHORTENED_BY * (1 + Math.SQRT1_2) - GRIP / 2;

export type CanvasStageType = Node<
  {
    stage: DrawnStage;
    name: string;
    role: string;
    label: 'left' | 'right';
    /** Pixels between the circle and the edge of the drawing on the side of the label. */
    room: number;
    isSelected: boolean;
    isFaulty: boolean;
    /** The texts of the warnings about this stage. */
    warnings: readonly string[];
    /** Set while a link is being drawn: 'from' at its first stage, 'to' at all others. */
    linking?: 'from' | 'to';
    onKey: (event: KeyboardEvent, id: number) => void;
  },
  'stage'
>;

/**
 * The anchor points of links: they start at the grip and end in the middle. React Flow finds both
 * by the id `null`, because the handles have no id.
 */
export const HANDLES: NodeHandle[] = [
  {
    id: null,
    type: 'source',
    position: Position.Right,
    x: GRIP_AT,
    y: GRIP_AT,
    width: GRIP,
    height: GRIP,
  },
  {
    id: null,
    type: 'target',
    position: Position.Left,
    x: SHORTENED_BY - 1,
    y: SHORTENED_BY - 1,
    width: 2,
    height: 2,
  },
];

/** One stage: a circle that can be moved, a grip to draw links from, and its text beside it. */
export function CanvasStage({ data }: NodeProps<CanvasStageType>) {
  const { stage, name, role, label, room, isSelected, isFaulty, warnings, linking, onKey } = data;
  const isWarned = warnings.length > 0;
  const target = stage.target ? count(stage.target, 'working day') : undefined;
  const Mark = isFaulty ? ErrorOutlined : WarningAmberOutlined;
  const what = [
    name,
    role,
    `at ${stage.pos_x}, ${stage.pos_y}`,
    target && `target ${target}`,
    isFaulty && 'has a fault',
    isWarned && 'has a warning',
  ];
  return (
    <>
      <Handle
        type="target"
        position={Position.Left}
        style={{
          left: SHORTENED_BY,
          top: SHORTENED_BY,
          width: 2,
          height: 2,
          minWidth: 0,
          minHeight: 0,
          opacity: 0,
          pointerEvents: 'none',
        }}
      />
      <Box
        component="button"
        type="button"
        data-stage={stage.stage_id}
        aria-label={what.filter(Boolean).join(', ')}
        aria-pressed={isSelected}
        title={warnings.join('\n') || undefined}
        onKeyDown={(event) => onKey(event, stage.stage_id)}
        sx={{
          width: 2 * SHORTENED_BY,
          height: 2 * SHORTENED_BY,
          p: 0,
          display: 'grid',
          placeItems: 'center',
          borderRadius: '50%',
          border: isSelected || isFaulty || linking ? 2 : 1,
          borderStyle: linking === 'to' ? 'dashed' : 'solid',
          borderColor: isFaulty
            ? 'error.main'
            : isSelected || linking
              ? 'primary.main'
              : 'text.secondary',
          boxShadow: (theme) =>
            isSelected ? `0 0 0 3px ${theme.vars.palette.divider}` : undefined,
          bgcolor: 'quiet',
          color: isFaulty ? 'error.main' : 'primary.main',
          font: 'inherit',
          cursor: 'inherit',
        }}
      >
        <NamedIcon name={stage.icon} size={ICON_SIZE} />
      </Box>
      {(isFaulty || isWarned) && (
        <Mark
          aria-hidden
          color={isFaulty ? 'error' : 'warning'}
          sx={{
            position: 'absolute',
            left: -4,
            top: -4,
            fontSize: 20,
            borderRadius: '50%',
            bgcolor: 'background.paper',
          }}
        />
      )}
      <Handle
        type="source"
        position={Position.Right}
        title="Draw a link from here"
        style={{
          left: GRIP_AT,
          top: GRIP_AT,
          width: GRIP,
          height: GRIP,
          transform: 'none',
          background: 'none',
          border: 0,
        }}
      >
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            inset: 5,
            borderRadius: '50%',
            border: 2,
            borderColor: 'primary.main',
            bgcolor: 'background.paper',
            pointerEvents: 'none',
          }}
        />
      </Handle>
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          top: '50%',
          transform: 'translateY(-50%)',
          width: Math.min(MAX_LABEL_WIDTH, Math.max(room - 2 * LABEL_GAP, 64)),
          ...(label === 'left'
            ? { right: 2 * SHORTENED_BY + LABEL_GAP, textAlign: 'right' }
            : { left: 2 * SHORTENED_BY + LABEL_GAP, textAlign: 'left' }),
          lineHeight: 1.35,
          overflowWrap: 'break-word',
          hyphens: 'auto',
          pointerEvents: 'none',
        }}
      >
        {/* Truncated here; the form beside the drawing has the full text. */}
        <Box
          sx={{ fontWeight: 620, fontSize: { xs: '0.75rem', sm: '0.875rem' }, ...clampLines(3) }}
        >
          {name}
        </Box>
        <Box sx={{ fontSize: { xs: '0.75rem', sm: '0.8125rem' }, color: 'text.secondary' }}>
          {role}
        </Box>
        {target && (
          <Box sx={{ fontSize: { xs: '0.75rem', sm: '0.8125rem' }, color: 'text.secondary' }}>
            {target}
          </Box>
        )}
      </Box>
    </>
  );
}
