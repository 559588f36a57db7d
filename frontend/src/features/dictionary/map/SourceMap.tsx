import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { ApiError } from '@/api/errors';
import { dataTablePath, paths } from '@/app/paths';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailed } from '@/components/LoadFailed';
import { PageHeader } from '@/components/PageHeader';
import { dictionaryQueries } from '../queries';
import { MOST_DRAWN, drawnTables } from './mapLayout';
import { TableMap } from './TableMap';
import { TableTree } from './TableTree';
import { TypeMark } from './TypeMark';

/** How the published tables of a source hang together, as a drawing and as a list; a phone gets the list alone. */
export default function SourceMap({ dataSourceId }: { dataSourceId: number }) {
  const tree = useQuery(dictionaryQueries.tree(dataSourceId));
  const edges = useQuery(dictionaryQueries.edges(dataSourceId));
  const colors = useQuery(dictionaryQueries.colors());
  const isWide = useMediaQuery(useTheme().breakpoints.up('md'));
  const types = tree.data?.table_types;
  const tables = useMemo(
    () =>
      drawnTables(
        (types ?? []).flatMap((type) => type.tables),
        edges.data ?? [],
      ),
    [types, edges.data],
  );
  const colorOf = useMemo(
    () => new Map(colors.data?.map(({ table_type_name, color }) => [table_type_name, color])),
    [colors.data],
  );
  const failed = tree.error ?? edges.error ?? colors.error;
  const missing = failed instanceof ApiError && failed.status === 404;
  const isDrawn = isWide && tables.length > 0 && tables.length <= MOST_DRAWN;
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
          onRetry={() => void Promise.all([tree.refetch(), edges.refetch(), colors.refetch()])}
        />
      ) : !types || !edges.data || !colors.data ? (
        <Skeleton variant="rounded" height={480} />
      ) : types.length === 0 ? (
        <EmptyState message="No tables found" hint="This source has no published tables yet." />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 3,
            alignItems: 'start',
            gridTemplateColumns: isDrawn ? 'minmax(0, 1fr) 300px' : '1fr',
          }}
        >
          {isDrawn && (
            <div>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5, mb: 1 }}>
                {types.map(({ table_type_name }) => (
                  <Typography
                    key={table_type_name}
                    variant="body2"
                    sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
                  >
                    <TypeMark color={colorOf.get(table_type_name)} />
                    {table_type_name}
                  </Typography>
                ))}
              </Box>
              <TableMap tables={tables} edges={edges.data} colors={colorOf} />
            </div>
          )}
          <TableTree types={types} edges={edges.data} colors={colorOf} />
        </Box>
      )}
    </>
  );
}
