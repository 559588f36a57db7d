import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ApprovalProcedure, DrawnProcedure } from '@/api/models';
import { EmptyState } from '@/ui/EmptyState';
import { cardSx, visuallyHidden } from '@/ui/looks';
import { everyRole } from '@/shared/roles/queries';
import { procedureQueries } from '../queries';
import { Canvas, type Selected } from './Canvas';
import {
  isSameLink,
  linkFault,
  linkName,
  nameOf,
  stageOf,
  withChange,
  withLink,
  withLinkTo,
  withoutLink,
  withoutStage,
  withStage,
  withStageAt,
  withStageIn,
  type Drawing,
  type DrawnLink,
  type Place,
} from './drawing';
import { DrawingNotices } from './DrawingNotices';
import { DrawingTools } from './DrawingTools';
import { messagesAt } from './faults';
import { LinkPanel } from './LinkPanel';
import { Outline } from './Outline';
import { StagePanel } from './StagePanel';
import { StageWarnings } from './StageWarnings';
import { useDrawing } from './useDrawing';

/**
 * The distance by which an arrow key moves a stage, as a fraction of the drawing. Shift uses the
 * larger one.
 */
const STEP = 0.01;
const LARGE_STEP = 0.05;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns true if the key event belongs to a text field. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.matches('input, textarea');

interface Props {
  procedure: ApprovalProcedure;
  stored: DrawnProcedure;
}

/**
 * The editor of a drawing. Beside it are the fields of the selected stage or link, or the outline
 * of all stages.
 */
export function DrawingEditor({ procedure, stored }: Props) {
  const work = useDrawing(procedure, stored);
  const { now, step, faults, warnings } = work;
  const roles = useQuery(everyRole());
  const types = useQuery(procedureQueries.everyStageType());
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('lg'));
  const [chosen, setChosen] = useState<Selected>(null);
  const [linkingFrom, setLinkingFrom] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  // Incremented to move the keyboard focus to the panel beside the drawing.
  const [panelFocusCount, setPanelFocusCount] = useState(0);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (panelFocusCount > 0) panel.current?.focus();
  }, [panelFocusCount]);

  const roleName = useCallback(
    (id: number) => roles.data?.find(({ role_id }) => role_id === id)?.role ?? '',
    [roles.data],
  );
  // An undo may have removed the selected stage or link.
  const selected = stillDrawn(chosen, now);
  const from = linkingFrom !== null && stageOf(now, linkingFrom) ? linkingFrom : null;
  const junction =
    types.data?.find(({ built_in, stage_type }) => built_in && stage_type === 'Junction')
      ?.stage_type_id ?? 0;

  const focusPanel = () => setPanelFocusCount((times) => times + 1);
  const change = (edit: (drawing: Drawing) => Drawing, message: string, as?: string) => {
    step({ kind: 'change', edit, as });
    setAnnouncement(message);
  };
  const select = (next: Selected, byKey = false) => {
    setChosen(next);
    setLinkingFrom(null);
    step({ kind: 'rest' });
    // On a narrow window the panel is below the drawing and may be out of sight.
    if (byKey || (isNarrow && next)) focusPanel();
  };
  const connect = (link: DrawnLink) => {
    setLinkingFrom(null);
    const fault = linkFault(now, link);
    if (fault) setAnnouncement(fault);
    else change((drawing) => withLink(drawing, link), `Link added: ${linkName(now, link)}`);
  };
  const reconnect = (link: DrawnLink, next: DrawnLink) => {
    if (isSameLink(link, next)) return;
    const fault = linkFault(now, next);
    if (fault) {
      setAnnouncement(fault);
      return;
    }
    change((drawing) => withLinkTo(drawing, link, next), `Link changed: ${linkName(now, next)}`);
    setChosen({ link: next });
  };
  const removeLink = (link: DrawnLink) =>
    change((drawing) => withoutLink(drawing, link), `Link removed: ${linkName(now, link)}`);
  const removeStage = (id: number) => {
    change((drawing) => withoutStage(drawing, id), `“${nameOf(now, id)}” removed`);
    setChosen(null);
    setLinkingFrom(null);
    focusPanel();
  };
  const add = (link?: DrawnLink) => {
    const put = (drawing: Drawing) =>
      link ? withStageIn(drawing, link, junction) : withStage(drawing, junction);
    change((drawing) => put(drawing).drawing, 'Stage added');
    setChosen({ stage: put(now).added });
    setLinkingFrom(null);
    focusPanel();
  };
  const move = (id: number, place: Place, as?: string) => {
    change(
      (drawing) => withStageAt(drawing, id, place),
      `“${nameOf(now, id)}” moved to ${place.pos_x.toFixed(2)}, ${place.pos_y.toFixed(2)}`,
      as,
    );
  };
  const onStage = (id: number, byKey: boolean) => {
    if (from !== null) connect({ current_stage: from, next: id });
    else select({ stage: id }, byKey);
  };
  const onKey = (event: KeyboardEvent, id: number) => {
    const stage = stageOf(now, id);
    const arrow = arrows[event.key];
    if (!stage || event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow) {
      const far = event.shiftKey ? LARGE_STEP : STEP;
      const place = {
        pos_x: Math.min(1, Math.max(0, stage.pos_x + far * arrow[0])),
        pos_y: Math.min(1, Math.max(0, stage.pos_y + far * arrow[1])),
      };
      move(id, place, `keys ${id}`);
    } else if (event.key === 'Delete' || event.key === 'Backspace') removeStage(id);
    else if (event.key.toLowerCase() === 'l') startLink(id);
    else return;
    event.preventDefault();
  };
  const startLink = (id: number) => {
    setLinkingFrom(id);
    setAnnouncement(`Choose the stage that follows “${nameOf(now, id)}”.`);
  };
  const undo = () => {
    step({ kind: 'undo' });
    setAnnouncement('Undone');
  };
  const redo = () => {
    step({ kind: 'redo' });
    setAnnouncement('Redone');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (event.key === 'Escape' && (from !== null || selected)) {
      if (from !== null) setLinkingFrom(null);
      else select(null, true);
      return;
    }
    if (!(event.ctrlKey || event.metaKey) || isTyping(event) || work.isPending) return;
    if (key === 'z' && !event.shiftKey) undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) redo();
    else return;
    event.preventDefault();
  };

  const stage = selected && 'stage' in selected ? stageOf(now, selected.stage) : undefined;
  const link = selected && 'link' in selected ? selected.link : undefined;
  const title = stage ? nameOf(now, stage.stage_id) : link ? linkName(now, link) : 'Stages';
  return (
    <Box onKeyDown={onKeyDown} inert={work.isPending}>
      <DrawingTools
        work={work}
        linkingFrom={from === null ? undefined : nameOf(now, from)}
        onAdd={() => add()}
        onUndo={undo}
        onRedo={redo}
        onStopLinking={() => setLinkingFrom(null)}
      />
      <DrawingNotices work={work} drawing={now} onSelect={(next) => select(next, true)} />
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
          alignItems: 'start',
          gap: 2,
        }}
      >
        {now.stages.length === 0 ? (
          <EmptyState
            message="No Approval Procedure information found"
            hint="Add stages, and link each with the next. They appear here."
          />
        ) : (
          <Canvas
            drawing={now}
            selected={selected}
            linkingFrom={from}
            faults={faults}
            warnings={warnings}
            roleName={roleName}
            onStage={onStage}
            onLink={(chosenLink) => select({ link: chosenLink })}
            onNothing={() => select(null)}
            onMove={move}
            onConnect={connect}
            onKey={onKey}
          />
        )}
        <Box
          ref={panel}
          component="section"
          tabIndex={-1}
          aria-label={title}
          onBlur={() => step({ kind: 'rest' })}
          sx={{ ...cardSx, minWidth: 0 }}
        >
          {selected && (
            <>
              <Button
                size="small"
                startIcon={<ArrowBack />}
                onClick={() => select(null, true)}
                sx={{ ml: -0.5, mb: 1 }}
              >
                All stages
              </Button>
              <Typography variant="h3" component="h2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
                {title}
              </Typography>
            </>
          )}
          {stage && (
            <StageWarnings messages={messagesAt(warnings, stage.stage_id)} sx={{ mb: 2 }} />
          )}
          {stage ? (
            <StagePanel
              key={stage.stage_id}
              drawing={now}
              stage={stage}
              faults={faults}
              onChange={(changed, field) =>
                change(
                  (drawing) => withChange(drawing, stage.stage_id, changed),
                  '',
                  `${field} ${stage.stage_id}`,
                )
              }
              onLink={connect}
              onUnlink={removeLink}
              onInsertAfter={add}
              onRemove={() => removeStage(stage.stage_id)}
            />
          ) : link ? (
            <LinkPanel
              drawing={now}
              link={link}
              onChange={(next) => reconnect(link, next)}
              onInsert={() => add(link)}
              onRemove={() => {
                removeLink(link);
                select(null, true);
              }}
            />
          ) : (
            <Outline
              drawing={now}
              faults={faults}
              warnings={warnings}
              roleName={roleName}
              onStage={(id) => onStage(id, true)}
              onLink={(chosenLink) => select({ link: chosenLink }, true)}
            />
          )}
        </Box>
      </Box>
    </Box>
  );
}

function stillDrawn(selected: Selected, drawing: Drawing): Selected {
  if (selected === null) return null;
  const isThere =
    'stage' in selected
      ? stageOf(drawing, selected.stage) !== undefined
      : drawing.links.some((link) => isSameLink(link, selected.link));
  return isThere ? selected : null;
}
