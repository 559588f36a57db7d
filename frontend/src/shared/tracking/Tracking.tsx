import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { isNotFound } from '@/api/errors';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { lazyPart } from '@/lib/lazyPart';
import { toast } from '@/lib/toast';
import { ABOVE_AND_BELOW, MIN_HEIGHT } from './drawingHeight';
import { StageHistory } from './StageHistory';
import { trackingQueries } from './queries';

const TrackingGraph = lazyPart(() => import('./TrackingGraph'));

/** Placeholder as high as the graph, to avoid a layout shift. */
const placeholder = (
  <Skeleton
    variant="rounded"
    sx={{ height: `max(${MIN_HEIGHT}px, calc(100vh - ${ABOVE_AND_BELOW}px))` }}
  />
);

/**
 * The progress of a request as a graph and as a list; on a phone as a list only. Polls, and shows a
 * toast when the states have changed (2 §2).
 */
export function Tracking({ requestId }: { requestId: number }) {
  const states = useQuery(trackingQueries.states(requestId));
  const edges = useQuery(trackingQueries.edges(requestId));
  const isWide = useMediaQuery(useTheme().breakpoints.up('md'));
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
  if (states.data.length === 0) return <EmptyState message="No tracking information found." />;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { md: 'minmax(0, 3fr) minmax(300px, 2fr)' },
      }}
    >
      {isWide && (
        <Suspense fallback={placeholder}>
          <TrackingGraph requestId={requestId} states={states.data} edges={edges.data} />
        </Suspense>
      )}
      <StageHistory requestId={requestId} states={states.data} />
    </Box>
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
