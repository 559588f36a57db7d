import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { downloadAuditLog } from '@/api/documents';
import type { RecordOfActs } from '@/api/models';
import { useAct } from '@/api/useAct';
import { accountName } from '@/shared/audit/entryPeople';
import { CallErrorAlert } from '@/ui/CallErrorAlert';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { auditQueries, entriesQuery, EVERYTHING } from './queries';
import { isNarrowed, AuditLogFilters } from './AuditLogFilters';
import { AuditLogSkeleton, AuditLogTable } from './AuditLogTable';
import { useAuditLogUrl, type AuditLogUrl } from './useAuditLogUrl';

/** /superuser/audit: the audit log (decisions P6). */
export default function AuditLogPage() {
  const kinds = useQuery(auditQueries.kinds());
  const names = useMemo(() => kinds.data?.map(({ kind }) => kind), [kinds.data]);
  const url = useAuditLogUrl(names);
  const { filters, place, change } = url;
  const loaded = useQuery({
    ...auditQueries.entries(filters, place),
    // Waits for the kinds, because the address may name an unknown one.
    enabled: !filters.kind || filters.kind === EVERYTHING || !kinds.isPending,
  });
  const download = useAct({ mutationFn: () => downloadAuditLog(entriesQuery(filters)) });
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
      <AuditLogFilters {...{ filters, personName }} kinds={kinds.data ?? []} onChange={change} />
      {data ? (
        <>
          {failed && <Box sx={{ mb: 2 }}>{failed}</Box>}
          <EntryPage page={data} url={url} loading={isPlaceholderData && !error} />
        </>
      ) : (
        failed || <AuditLogSkeleton />
      )}
    </>
  );
}

interface EntryPageProps {
  page: RecordOfActs;
  url: AuditLogUrl;
  loading: boolean;
}

function EntryPage({ page, url, loading }: EntryPageProps) {
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
              : 'No decisions or changes have been recorded yet.'
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
      <AuditLogTable entries={entries} loading={loading} linkTo={linkTo} />
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
