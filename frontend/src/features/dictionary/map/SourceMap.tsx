import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '@/api/errors';
import { dataTablePath, paths } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { dictionaryQueries } from '../queries';
import { cornersOf, drawnTables, MAX_DRAWN_TABLES } from './mapLayout';
import { tableOfSource } from './mapTable';
import { downwards, type Corner } from './places';
import { MAX_STILL_TABLES } from './StillMap';
import { TablesView } from './TablesView';
import { useTypeColors } from './useTypeColors';

const nowhere: ReadonlyMap<number, Corner> = new Map();

/**
 * Shows the dependencies between the published tables of a source as a map and as a list. On a phone
 * the map is a still picture.
 */
export default function SourceMap({ dataSourceId }: { dataSourceId: number }) {
  const tree = useQuery(dictionaryQueries.tree(dataSourceId));
  const edges = useQuery(dictionaryQueries.edges(dataSourceId));
  const { colors, ...coloured } = useTypeColors();
  const isWide = useMediaQuery(useTheme().breakpoints.up('md'));
  const types = tree.data?.table_types;
  const groups = useMemo(
    () =>
      (types ?? []).map(({ table_type_name, tables }) => ({
        name: table_type_name,
        isType: true,
        tables: tables.map(tableOfSource),
      })),
    [types],
  );
  const tables = useMemo(
    () =>
      drawnTables(
        groups.flatMap((group) => group.tables),
        edges.data ?? [],
      ),
    [groups, edges.data],
  );
  const mostTables = isWide ? MAX_DRAWN_TABLES : MAX_STILL_TABLES;
  const isDrawn = tables.length > 0 && tables.length <= mostTables;
  const corners = useMemo(
    () => (isDrawn ? cornersOf(tables, edges.data ?? []) : nowhere),
    [isDrawn, tables, edges.data],
  );
  const failed = tree.error ?? edges.error ?? coloured.error;
  const missing = isNotFound(failed);
  return (
    <>
      <PageHeader
        title={tree.data ? `Tables of ${tree.data.source}` : 'Tables'}
        purpose={
          isDrawn
            ? 'An arrow leads from a table to one that its variables depend on. Choose a table to read its variables.'
            : 'Choose a table to read its variables.'
        }
        action={
          !missing && (
            <Button component={Link} to={dataTablePath(dataSourceId)} variant="outlined">
              All variables
            </Button>
          )
        }
      />
      {missing ? (
        <EmptyState
          message="No data sources found"
          hint="The source of this link is not published. Choose one from the list of sources."
          action={
            <Button component={Link} to={paths.dataSource} variant="contained">
              Select Data Source
            </Button>
          }
        />
      ) : failed ? (
        <LoadFailed
          error={failed}
          onRetry={() => void Promise.all([tree.refetch(), edges.refetch(), coloured.refetch()])}
        />
      ) : !types || !edges.data || coloured.isPending ? (
        <Skeleton variant="rounded" height={480} />
      ) : types.length === 0 ? (
        <EmptyState message="No tables found" hint="This source has no published tables yet." />
      ) : (
        <TablesView
          groups={groups}
          map={isDrawn ? { label: 'Map of tables', tables, corners, sides: downwards } : undefined}
          isWide={isWide}
          edges={edges.data}
          colors={colors}
        />
      )}
    </>
  );
}
