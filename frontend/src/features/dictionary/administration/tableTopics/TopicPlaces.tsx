import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { TopicRecord } from '@/api/models';
import { RowsSkeleton } from '@/ui/Skeletons';
import { lazyPart } from '@/lib/lazyPart';
import { recordQueries } from '../queries';
import { MAX_PLACED_TABLES } from '../../map/places';

const TopicMap = lazyPart(() => import('./TopicMap'));

/**
 * The map of a topic, on which tables are dragged to their positions. Renders nothing on narrow
 * windows, where the dialogs edit the same positions.
 */
export function TopicPlaces({ topic }: { topic: Pick<TopicRecord, 'topic_id' | 'topic'> }) {
  const isWide = useMediaQuery(useTheme().breakpoints.up('md'));
  const loaded = useQuery({
    ...recordQueries.tableTopics(topic.topic_id, {
      search: '',
      sort: '',
      page: 1,
      pageSize: MAX_PLACED_TABLES,
    }),
    enabled: isWide,
  });
  const places = loaded.data?.rows ?? [];
  if (!isWide || places.length === 0) return null;
  return (
    <section aria-labelledby="topic-map">
      <Typography variant="h2" id="topic-map" sx={{ mt: 5, mb: 0.5 }}>
        Map
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
        Drag a table to its place, or choose it and move it with the arrow keys. An arrow leads from
        a table to one that its variables depend on.
        {(loaded.data?.total ?? 0) > MAX_PLACED_TABLES &&
          ` Only the first ${MAX_PLACED_TABLES} tables are shown.`}
      </Typography>
      <Suspense fallback={<RowsSkeleton />}>
        <TopicMap
          // Remounts the map when another user has moved a table, to show the saved position.
          key={places.map(({ tt_id, row_version }) => `${tt_id}:${row_version}`).join()}
          topic={topic.topic}
          places={places}
        />
      </Suspense>
    </section>
  );
}
