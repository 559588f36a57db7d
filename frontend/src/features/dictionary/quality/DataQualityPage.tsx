import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { downloadDataQuality } from '@/api/documents';
import { isNotFound, messageOf } from '@/api/errors';
import { useAct } from '@/api/useAct';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { publishedSources } from '@/shared/dictionary/publishedSources';
import { RowsSkeleton } from '@/ui/Skeletons';
import { recordId } from '@/lib/recordId';
import { toast } from '@/lib/toast';
import { useListUrl } from '@/lib/useListUrl';
import { PAGE_SIZE, PAGE_SIZES } from './list';
import { qualityQueries, type QualitySelection } from './queries';
import { QualityChart } from './QualityChart';
import { QualityFilters } from './QualityFilters';
import { QualityMatrix } from './QualityMatrix';
import { QualityNumbers } from './QualityNumbers';
import { QualityTable, sorts } from './QualityTable';

/**
 * /analyst/dqafilter: completeness and validity of the tables of a source (1 §1, §9; decisions,
 * "Data quality"). Without a source, the quality of all sources. The address has source, tables,
 * order and page.
 */
export default function DataQualityPage() {
  const list = useListUrl({
    pageSize: PAGE_SIZE,
    pageSizes: PAGE_SIZES,
    sorts,
    filters: ['data_source', 'tables'] as const,
  });
  const dataSourceId = recordId(list.filters.data_source);
  const ids = list.filters.tables.split(',').flatMap((id) => recordId(id) ?? []);
  const sources = useQuery(publishedSources.found(''));
  const chosen = dataSourceId === undefined ? undefined : { dataSourceId, tables: ids.join() };
  const loaded = useQuery({
    ...qualityQueries.list({
      dataSourceId: dataSourceId ?? 0,
      tables: ids.join(),
      sort: list.sort,
      page: list.page,
      pageSize: list.pageSize,
    }),
    enabled: dataSourceId !== undefined,
  });
  // The link may name a source that no longer exists.
  const gone = isNotFound(loaded.error) && loaded.error;
  const { change } = list;
  useEffect(() => {
    if (!gone) return;
    toast(messageOf(gone), 'warning');
    change({ data_source: '', tables: '' });
  }, [gone, change]);
  const names = new Map(loaded.data?.rows.map(({ tbl_id, tbl_name }) => [tbl_id, tbl_name]));

  return (
    <>
      <PageHeader
        title="Data Quality Assessment"
        purpose="How complete and how valid the tables of a data source are, based on the figures about their records."
        action={chosen && !loaded.error && <DownloadButton {...chosen} />}
      />
      <Origins />
      {sources.error && !sources.data && (
        <LoadFailed error={sources.error} onRetry={() => void sources.refetch()} />
      )}
      {!sources.data && !sources.error && <RowsSkeleton count={1} height={40} />}
      {sources.data && (
        <QualityFilters
          dataSourceId={dataSourceId}
          tables={ids}
          sort={list.sort}
          names={names}
          onChange={list.change}
        />
      )}
      {sources.data &&
        !chosen &&
        (sources.data.length > 0 ? (
          <QualityMatrix list={list} />
        ) : (
          <EmptyState
            message="No data sources found"
            hint="A data source appears here as soon as a Super User has published it."
          />
        ))}
      {chosen && (
        <>
          {!loaded.error && <Numbers {...chosen} listed={Boolean(loaded.data)} />}
          {loaded.data && loaded.data.rows.length > 0 && (
            <>
              <Typography variant="h2" sx={{ mb: 1.5 }}>
                Chart
              </Typography>
              <QualityChart tables={loaded.data.rows} />
            </>
          )}
          <Typography variant="h2" sx={{ mb: 1.5 }}>
            Tables
          </Typography>
          <QualityTable list={list} loaded={loaded} narrowed={ids.length > 0} />
          <Method />
        </>
      )}
    </>
  );
}

/** The figures of all chosen tables. If the list fails too, only the list shows the error. */
function Numbers({ listed, ...chosen }: QualitySelection & { listed: boolean }) {
  const { data, error, refetch } = useQuery(qualityQueries.summary(chosen));
  if (error && !data) {
    if (!listed) return null;
    return (
      <Box sx={{ mb: 4 }}>
        <LoadFailed error={error} onRetry={() => void refetch()} />
      </Box>
    );
  }
  return <QualityNumbers summary={data} narrowed={chosen.tables !== ''} />;
}

function DownloadButton({ dataSourceId, tables }: QualitySelection) {
  const download = useAct({
    mutationFn: () => downloadDataQuality(dataSourceId, tables),
    onError: (error: Error) => toast(messageOf(error), 'error'),
  });
  return (
    <Button
      variant="contained"
      startIcon={<FileDownloadOutlined />}
      loading={download.isPending}
      loadingPosition="start"
      onClick={() => download.mutate()}
    >
      Download CSV
    </Button>
  );
}

/** Explains the two short names. Neither the dictionary nor the specification spells them out. */
function Origins() {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 3, maxWidth: 760 }}>
      <strong>PoC</strong> and <strong>eMC</strong> are the two origins of a table’s records. The
      data dictionary states for each table which of them it contains, and for each origin four
      figures: records, valid records, earliest date and latest date.
    </Typography>
  );
}

function Method() {
  return (
    <Box component="section" sx={{ mt: 4, maxWidth: 760 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        How this is measured
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        <strong>Completeness</strong> is the share of expected figures that a table states. Four are
        expected for each origin of its records. Where there are no records, the two numbers are
        enough. It does not show how many records are missing, because the expected number is not
        known.
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        <strong>Validity</strong> is the share of valid records, over the origins of which both
        numbers are known and do not contradict each other.
      </Typography>
      <Typography variant="body2" color="textSecondary">
        Excellent: 95% or more. Good: 80% to below 95%. Fair: 60% to below 80%. Poor: below 60%.
        Tables without figures are not assessed. Totals of several tables are weighted by their
        figures and records.
      </Typography>
    </Box>
  );
}
