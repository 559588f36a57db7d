import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { isNotFound } from '@/api/errors';
import type { DataRequest, RequestState } from '@/api/models';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { useView, ViewSwitch } from '@/ui/ViewSwitch';
import { lazyPart } from '@/lib/lazyPart';
import { toast } from '@/lib/toast';
import { useMinute } from '@/lib/useMinute';
import { ABOVE_AND_BELOW, MIN_HEIGHT } from './drawingHeight';
import { ChosenStage } from './ChosenStage';
import { StageHistory } from './StageHistory';
import { StateLegend } from './StateLegend';
import { trackingQueries } from './queries';
import { isDecided } from './stageState';
import { stageTimes } from './stageTimes';

const TrackingGraph = lazyPart(() => import('./TrackingGraph'));

/** Placeholder as high as the graph, to avoid a layout shift. */
const placeholder = (
  <Skeleton
    variant="rounded"
    sx={{ height: `max(${MIN_HEIGHT}px, calc(100vh - ${ABOVE_AND_BELOW}px))` }}
  />
);

/** Returns the stage that is shown first: the one that is waiting, or the last one that decided. */
function firstShown(states: readonly RequestState[]): RequestState | undefined {
  return states.find(({ state }) => state === 'Unattended') ?? states.filter(isDecided).at(-1);
}

interface Props {
  requestId: number;
  rounds: DataRequest['rounds'];
}

/** The progress of a request, with an explanation of the states. */
export function Tracking(props: Props) {
  return (
    <>
      <Progress {...props} />
      <StateLegend />
    </>
  );
}

/**
 * The progress of a request as a graph with the details of one stage beside it, or as a list; on a
 * phone as a list only. Polls, and shows a toast when the states have changed (2 §2).
 */
function Progress({ requestId, rounds }: Props) {
  const states = useQuery(trackingQueries.states(requestId));
  const edges = useQuery(trackingQueries.edges(requestId));
  const isWide = useMediaQuery(useTheme().breakpoints.up('md'));
  const [view, show] = useView();
  const [chosenId, choose] = useState<number>();
  const minute = useMinute();
  const times = useMemo(
    () => stageTimes(states.data ?? [], edges.data ?? [], rounds, minute * 60_000),
    [states.data, edges.data, rounds, minute],
  );
  useChangeToast(states.data?.map(({ state_id, state }) => `${state_id} ${state}`).join());

  const failed = states.error ?? edges.error;
  if (isNotFound(failed)) {
    return <EmptyState message="No tracking information found." />;
  }
  if (failed) {
    return (
      <LoadFailed
        error={failed}
        onRetry={() => void states.refetch().then(() => edges.refetch())}
      />
    );
  }
  if (!states.data || !edges.data) return placeholder;
  const [first] = states.data;
  if (!first) return <EmptyState message="No tracking information found." />;
  const list = <StageHistory requestId={requestId} states={states.data} times={times} />;
  if (!isWide) return list;
  const switcher = (
    <ViewSwitch
      label="Progress as"
      names={{ picture: 'Drawing', list: 'List' }}
      view={view}
      onShow={show}
    />
  );
  if (view === 'list') {
    return (
      <>
        {switcher}
        <Box sx={{ mt: 2, maxWidth: 860 }}>{list}</Box>
      </>
    );
  }
  const chosen =
    states.data.find(({ state_id }) => state_id === chosenId) ?? firstShown(states.data) ?? first;
  return (
    <>
      {switcher}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'start',
          gridTemplateColumns: 'minmax(0, 5fr) minmax(260px, 2fr)',
          '@media print': { display: 'none' },
        }}
      >
        <Suspense fallback={placeholder}>
          <TrackingGraph
            requestId={requestId}
            states={states.data}
            edges={edges.data}
            times={times}
            chosen={chosen.state_id}
            onChoose={choose}
          />
        </Suspense>
        <ChosenStage requestId={requestId} stage={chosen} times={times} />
      </Box>
      {/* The layout of the drawing depends on the window, so paper gets the list. */}
      <Box sx={{ display: 'none', '@media print': { display: 'block' } }}>{list}</Box>
    </>
  );
}

function useChangeToast(fingerprint: string | undefined) {
  const last = useRef(fingerprint);
  useEffect(() => {
    if (last.current !== undefined && fingerprint !== undefined && last.current !== fingerprint) {
      toast("This Request's Tracking Graph has been updated.", 'info');
    }
    last.current = fingerprint ?? last.current;
  }, [fingerprint]);
}
