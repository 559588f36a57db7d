import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { NextStage, Stage } from '@/api/models';
import { EmptyState } from '@/ui/EmptyState';
import { NamedIcon } from '@/ui/icons/NamedIcon';
import { LoadFailed } from '@/ui/LoadFailed';
import { visuallyHidden, clampLines } from '@/ui/looks';
import { RowsSkeleton } from '@/ui/Skeletons';
import {
  arrowBetween,
  drawnStages,
  LEFT_LABEL_AT,
  placeOf,
  SHORTENED_BY,
  type Arrow,
  type Size,
} from './flow';
import { procedureQueries } from './queries';
import { MIN_HEIGHT, useDrawingSize } from './useDrawingSize';

/** The size of a node's icon (3 §9). */
const ICON_SIZE = 25;
/** Pixels between a node and its text. */
const LABEL_GAP = 8;
const MAX_LABEL_WIDTH = 220;
interface Props {
  procedureId: number;
  /** Opens the tab on which the drawing is edited. */
  onEdit: () => void;
}

/**
 * Draws the flow of a procedure: its stages at their positions, with arrows to the next stages
 * (3 §2.7, §9).
 */
export function FlowDiagram({ procedureId, onEdit }: Props) {
  const stages = useQuery(procedureQueries.everyStage(procedureId));
  const links = useQuery(procedureQueries.everyNextStage(procedureId));
  const headingId = useId();
  const error = stages.error ?? links.error;
  const shown = stages.data && links.data && drawnStages(stages.data, links.data);
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ mt: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
        <Typography variant="h2" id={headingId} sx={{ flex: 1 }}>
          Approval flow
        </Typography>
        <Button variant="outlined" startIcon={<EditOutlined />} onClick={onEdit}>
          Edit the drawing
        </Button>
      </Box>
      {error && (
        <LoadFailed
          error={error}
          onRetry={() => void Promise.all([stages.refetch(), links.refetch()])}
        />
      )}
      {!shown && !error && <RowsSkeleton />}
      {shown?.length === 0 && (
        <EmptyState
          message="No Approval Procedure information found"
          hint="Add stages, and link each with the next. They appear here."
        />
      )}
      {shown && shown.length > 0 && <Drawing stages={shown} links={links.data ?? []} />}
    </Box>
  );
}

function Drawing({ stages, links }: { stages: readonly Stage[]; links: readonly NextStage[] }) {
  const { box, size } = useDrawingSize();
  const byId = new Map(stages.map((stage) => [stage.stage_id, stage]));
  const arrows = links.flatMap(({ next_stage_id, current_stage, next }) => {
    const [from, to] = [byId.get(current_stage), byId.get(next)];
    return from && to
      ? [{ id: next_stage_id, ...arrowBetween(placeOf(from, size), placeOf(to, size)) }]
      : [];
  });
  return (
    <Box component="figure" aria-label="Approval flow" sx={{ m: 0 }}>
      <Box component="ul" sx={{ '@media not print': visuallyHidden }}>
        {links.map((link) => (
          <li key={link.next_stage_id}>
            {`${link.current_stage_activity}, then ${link.next_stage_activity}`}
          </li>
        ))}
      </Box>
      <Box
        ref={box}
        aria-hidden
        style={{ height: size.height || MIN_HEIGHT }}
        sx={{
          position: 'relative',
          // The drawing is laid out for the window; in print the list has the same content.
          '@media print': { display: 'none' },
          overflow: 'hidden',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      >
        {size.width > 0 && (
          <>
            <Arrows arrows={arrows.filter(({ above }) => !above)} size={size} />
            {stages.map((stage) => (
              <Node key={stage.stage_id} stage={stage} size={size} />
            ))}
            <Arrows arrows={arrows.filter(({ above }) => above)} size={size} />
          </>
        )}
      </Box>
    </Box>
  );
}

function Arrows({ arrows, size }: { arrows: readonly (Arrow & { id: number })[]; size: Size }) {
  const markerId = useId();
  return (
    <Box
      component="svg"
      width={size.width}
      height={size.height}
      sx={{ position: 'absolute', inset: 0, color: 'text.primary', pointerEvents: 'none' }}
    >
      <defs>
        <marker
          id={markerId}
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path d="M0,0 L10,5 L0,10 z" fill="currentColor" />
        </marker>
      </defs>
      {arrows.map(({ id, from, to }) => (
        <line
          key={id}
          x1={from.x}
          y1={from.y}
          x2={to.x}
          y2={to.y}
          stroke="currentColor"
          strokeWidth={1.5}
          markerEnd={`url(#${markerId})`}
        />
      ))}
    </Box>
  );
}

function Node({ stage, size }: { stage: Stage; size: Size }) {
  const { x, y } = placeOf(stage, size);
  const onTheLeft = stage.pos_x === LEFT_LABEL_AT;
  const away = SHORTENED_BY + LABEL_GAP;
  const room = (onTheLeft ? x : size.width - x) - away - LABEL_GAP;
  return (
    <>
      <Box
        data-stage={stage.stage_id}
        style={{ left: x, top: y }}
        sx={{
          position: 'absolute',
          width: 2 * SHORTENED_BY - 8,
          height: 2 * SHORTENED_BY - 8,
          transform: 'translate(-50%, -50%)',
          display: 'grid',
          placeItems: 'center',
          borderRadius: '50%',
          border: 1,
          borderColor: 'divider',
          bgcolor: 'quiet',
          color: 'primary.main',
        }}
      >
        <NamedIcon name={stage.icon} size={ICON_SIZE} />
      </Box>
      <Box
        style={{
          top: y,
          width: Math.min(MAX_LABEL_WIDTH, Math.max(room, 64)),
          ...(onTheLeft ? { right: size.width - x + away } : { left: x + away }),
        }}
        sx={{
          position: 'absolute',
          transform: 'translateY(-50%)',
          textAlign: onTheLeft ? 'right' : 'left',
          lineHeight: 1.35,
          overflowWrap: 'break-word',
          hyphens: 'auto',
        }}
      >
        {/* Truncated here; the table of stages has the full text. */}
        <Box
          sx={{ fontWeight: 620, fontSize: { xs: '0.75rem', sm: '0.875rem' }, ...clampLines(3) }}
        >
          {stage.stage_activity}
        </Box>
        <Box sx={{ fontSize: { xs: '0.75rem', sm: '0.8125rem' }, color: 'text.secondary' }}>
          {stage.role_name}
        </Box>
      </Box>
    </>
  );
}
