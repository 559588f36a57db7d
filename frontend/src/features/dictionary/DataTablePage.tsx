import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { isNotFound } from '@/api/errors';
import { dataTablePath, paths } from '@/app/paths';
import { EmptyState } from '@/ui/EmptyState';
import { PageHeader } from '@/ui/PageHeader';
import { publishedSources } from '@/shared/dictionary/publishedSources';
import { lazyPart } from '@/lib/lazyPart';
import { recordId } from '@/lib/recordId';
import { variableSelection } from '@/lib/variableSelection';
import { DictionaryBrowser } from './DictionaryBrowser';
import { isMap } from './mapPath';

const SourceMap = lazyPart(() => import('./map/SourceMap'));

/**
 * /datatable and /datatable/{data_source} (2 §2). Without a source in the path it opens the source
 * of the latest picks. If there are none, it shows all published sources together, read-only. A
 * source can also be shown as a map.
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

/** Shown if the address names no published source. */
function NoSource() {
  return (
    <>
      <PageHeader title="Data Dictionary" purpose="View the data dictionaries" />
      <EmptyState
        message="No data sources found"
        hint="The link does not lead to a data source. Choose one from the list of sources."
        action={
          <Button component={Link} to={paths.dataSource} variant="contained">
            Select Data Source
          </Button>
        }
      />
    </>
  );
}
