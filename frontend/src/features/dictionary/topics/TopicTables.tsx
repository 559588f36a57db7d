import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '@/api/errors';
import type { TableTopic } from '@/api/models';
import { paths } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { LoadedList } from '@/ui/LoadedList';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { PreviousNext } from '@/ui/PreviousNext';
import { useListUrl } from '@/lib/useListUrl';
import { tableOfTopic } from '../map/mapTable';
import { MAX_PLACED_TABLES } from '../map/places';
import { MAX_STILL_TABLES } from '../map/StillMap';
import { TablesView } from '../map/TablesView';
import { topicMap } from '../map/topicMap';
import type { TableGroup } from '../map/TableTree';
import { useTableEdges } from '../map/useTableEdges';
import { useTypeColors } from '../map/useTypeColors';
import { dictionaryQueries } from '../queries';
import { NoTopic } from './NoTopic';

const waiting = <Skeleton variant="rounded" height={480} />;

/**
 * Shows the published tables of a topic, as a map with their positions and as a list. On a phone the
 * map is a still picture.
 */
export default function TopicTables({ topicId }: { topicId: number }) {
  const list = useListUrl({ pageSize: MAX_PLACED_TABLES });
  const topic = useQuery(dictionaryQueries.topic(topicId));
  const loaded = useQuery(
    dictionaryQueries.topicTables(topicId, { page: list.page, pageSize: MAX_PLACED_TABLES }),
  );
  if (isNotFound(topic.error)) return <NoTopic />;
  return (
    <>
      <PageHeader
        title={topic.data?.topic ?? 'Topic'}
        purpose={topic.data?.description}
        action={
          <Button component={Link} to={paths.topics} variant="outlined">
            All topics
          </Button>
        }
      />
      {topic.error ? (
        <LoadFailed error={topic.error} onRetry={() => void topic.refetch()} />
      ) : !topic.data ? (
        waiting
      ) : (
        <LoadedList
          list={list}
          loaded={loaded}
          skeleton={() => waiting}
          empty={
            <EmptyState
              message="No tables found"
              hint="The tables of this topic are no longer published."
            />
          }
        >
          {(places, total) => (
            <>
              <TopicTableList topic={topic.data.topic} places={places} total={total} />
              <PreviousNext list={list} total={total} />
            </>
          )}
        </LoadedList>
      )}
    </>
  );
}

/** Groups the tables by data source, sorted by name. */
function bySource(places: readonly TableTopic[]): TableGroup[] {
  const sources = [...new Set(places.map(({ source }) => source))].sort((one, other) =>
    one.localeCompare(other),
  );
  return sources.map((name) => ({
    name,
    isType: false,
    tables: places.filter(({ source }) => source === name).map(tableOfTopic),
  }));
}

interface TopicTableListProps {
  topic: string;
  /** The tables of the current page. */
  places: readonly TableTopic[];
  /** The number of tables on all pages. */
  total: number;
}

function TopicTableList({ topic, places, total }: TopicTableListProps) {
  const isWide = useMediaQuery(useTheme().breakpoints.up('md'));
  const { edges, ...between } = useTableEdges(places.map(({ data_source }) => data_source));
  const { colors, ...coloured } = useTypeColors();
  const groups = useMemo(() => bySource(places), [places]);
  const map = useMemo(() => ({ label: `Map of ${topic}`, ...topicMap(places) }), [topic, places]);
  const failed = between.error ?? coloured.error;
  if (failed) {
    return (
      <LoadFailed
        error={failed}
        onRetry={() => void Promise.all([between.refetch(), coloured.refetch()])}
      />
    );
  }
  if (between.isPending || coloured.isPending) return waiting;
  const fits = total <= (isWide ? MAX_PLACED_TABLES : MAX_STILL_TABLES);
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {fits
          ? 'An arrow leads from a table to one that its variables depend on. '
          : 'These are too many tables for a map. '}
        Choose a table to read its variables.
      </Typography>
      <TablesView
        groups={groups}
        map={fits ? map : undefined}
        isWide={isWide}
        edges={edges}
        colors={colors}
      />
    </>
  );
}
