import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { downloadRecord } from '@/api/documents';
import type { RecordOfActs } from '@/api/models';
import { useAct } from '@/api/useAct';
import { accountName } from '@/shared/audit/entryPeople';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { auditQueries, entriesQuery } from './queries';
import { isNarrowed, RecordFilters } from './RecordFilters';
import { RecordSkeleton, RecordTable } from './RecordTable';
import { useRecordUrl, type RecordUrl } from './useRecordUrl';

/** /superuser/audit: the audit log (decisions P6). */
export default function RecordPage() {
  const kinds = useQuery(auditQueries.kinds());
  const names = useMemo(() => kinds.data?.map(({ kind }) => kind), [kinds.data]);
  const url = useRecordUrl(names);
  const { filters, place, change } = url;
  const loaded = useQuery({
    ...auditQueries.entries(filters, place),
    // Waits for the kinds, because the address may name an unknown one.
    enabled: !filters.kind || !kinds.isPending,
  });
  const download = useAct({ mutationFn: () => downloadRecord(entriesQuery(filters)) });
  const { data, error, isPlaceholderData, refetch } = loaded;
  const person = data?.person;
  const isTheirs = String(person?.user_id) === filters.person;
  const personName = filters.person
    ? person && isTheirs
      ? accountName(person)
      : `Account ${filters.person}`
    : undefined;
  const failed = error && <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title="Audit log"
        purpose="Who did what, and when: decisions, changes, exports, sign-ins and everything else that is recorded."
        action={
          <Button
            variant="contained"
            startIcon={<FileDownloadOutlined />}
            loading={download.isPending}
            loadingPosition="start"
            onClick={() => download.mutate()}
          >
            Download as CSV
          </Button>
        }
      />
      {download.error && (
        <Box sx={{ mb: 2 }}>
          <CallErrorAlert error={download.error} onRetry={() => download.mutate()} />
        </Box>
      )}
      <RecordFilters {...{ filters, personName }} kinds={kinds.data ?? []} onChange={change} />
      {data ? (
        <>
          {failed && <Box sx={{ mb: 2 }}>{failed}</Box>}
          <Shown page={data} url={url} loading={isPlaceholderData && !error} />
        </>
      ) : (
        failed || <RecordSkeleton />
      )}
    </>
  );
}

interface ShownProps {
  page: RecordOfActs;
  url: RecordUrl;
  loading: boolean;
}

function Shown({ page, url, loading }: ShownProps) {
  const { entries, has_newer, has_older } = page;
  const { filters, place, turn, linkTo } = url;
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) {
    const isPlaced = Boolean(place.before ?? place.after);
    return (
      <EmptyState
        message="No entries found"
        hint={
          isPlaced
            ? 'There is no such page.'
            : isNarrowed(filters)
              ? 'No entry matches. Change or clear the filter.'
              : 'Actions will appear here.'
        }
        action={
          isPlaced && (
            <Button variant="outlined" onClick={() => turn({})}>
              Show the newest entries
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <RecordTable entries={entries} loading={loading} linkTo={linkTo} />
      {(has_newer || has_older) && (
        <Box
          component="nav"
          aria-label="Pages"
          sx={{ display: 'flex', justifyContent: 'center', gap: 2, mt: 3 }}
        >
          <Button
            startIcon={<ChevronLeft />}
            disabled={!has_newer || loading}
            onClick={() => turn({ after: first.entry_id })}
          >
            Newer
          </Button>
          <Button
            endIcon={<ChevronRight />}
            disabled={!has_older || loading}
            onClick={() => turn({ before: last.entry_id })}
          >
            Older
          </Button>
        </Box>
      )}
    </>
  );
}
