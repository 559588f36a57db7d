import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link as RouterLink, Navigate, useLocation, useParams } from 'react-router';
import { isNotFound } from '@/api/errors';
import { dataTablePath, paths } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { publishedSources } from '@/shared/dictionary/publishedSources';
import { lazyPart } from '@/lib/lazyPart';
import { count } from '@/lib/numbers';
import { recordId } from '@/lib/recordId';
import { variableSelection } from '@/lib/variableSelection';
import { DictionaryBrowser } from './DictionaryBrowser';
import { isMap } from './mapPath';

const SourceMap = lazyPart(() => import('./map/SourceMap'));

/**
 * /datatable and /datatable/{data_source} (2 §2). Without a source in the path it opens the source
 * that was used last in this tab. If there is none, it shows all published sources together,
 * read-only. A source can also be shown as a map.
 */
export default function DataTablePage() {
  const { data_source: parameter } = useParams();
  const { search } = useLocation();
  if (parameter === undefined) {
    const last = variableSelection.dataSourceId();
    if (last !== null) return <Navigate to={dataTablePath(last) + search} replace />;
    return <DictionaryBrowser key="all" />;
  }
  const id = recordId(parameter);
  if (id === undefined) return <NoSource />;
  if (isMap(search)) {
    return (
      <Suspense fallback={<Skeleton variant="rounded" height={480} />}>
        <SourceMap key={id} dataSourceId={id} />
      </Suspense>
    );
  }
  return <Source key={id} id={id} />;
}

/** Shows the variables of a source, or a hint if the source is missing. */
function Source({ id }: { id: number }) {
  const { error } = useQuery(publishedSources.one(id));
  if (isNotFound(error)) return <NoSource />;
  return <DictionaryBrowser dataSourceId={id} />;
}

/** Shown if the address names no published source. Lists the sources that there are. */
function NoSource() {
  const sources = useQuery(publishedSources.found('')).data ?? [];
  return (
    <>
      <PageHeader title="Data Dictionary" purpose="View the data dictionaries" />
      <EmptyState
        message="There is no such data source."
        hint="It may be unpublished or deleted. Choose one from the list of sources."
        action={
          <Button component={RouterLink} to={paths.dataSource} variant="contained">
            Select Data Source
          </Button>
        }
      />
      {sources.length > 0 && (
        <PlainList aria-label="Data sources" sx={{ mt: 3, display: 'grid', gap: 1.5 }}>
          {sources.map(({ data_source_id, source, tables_count, variables_count }) => (
            <li key={data_source_id}>
              <Link component={RouterLink} to={dataTablePath(data_source_id)} underline="always">
                {source}
              </Link>{' '}
              <Typography component="span" variant="body2" color="textSecondary">
                {count(tables_count, 'table')}, {count(variables_count, 'variable')}
              </Typography>
            </li>
          ))}
        </PlainList>
      )}
    </>
  );
}
