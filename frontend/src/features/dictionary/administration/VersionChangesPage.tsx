import AddCircleOutlined from '@mui/icons-material/AddCircleOutlined';
import ArrowBack from '@mui/icons-material/ArrowBack';
import ChangeCircleOutlined from '@mui/icons-material/ChangeCircleOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import RemoveCircleOutlined from '@mui/icons-material/RemoveCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { downloadVersionChanges } from '@/api/documents';
import { messageOf } from '@/api/errors';
import type { ChangeKind, VersionChange, VersionRecord } from '@/api/models';
import { useAct } from '@/api/useAct';
import { paths, versionChangesPath } from '@/app/paths';
import { CountTabs } from '@/ui/CountTabs';
import { DefinitionChanges } from '@/shared/dictionary/DefinitionChanges';
import { Facts } from '@/shared/dictionary/Facts';
import { EmptyState } from '@/ui/EmptyState';
import { LoadedList } from '@/ui/LoadedList';
import { LoadFailed } from '@/ui/LoadFailed';
import { PageHeader } from '@/ui/PageHeader';
import { PlainList } from '@/ui/PlainList';
import { PreviousNext } from '@/ui/PreviousNext';
import { RowsSkeleton } from '@/ui/Skeletons';
import { StateChip } from '@/ui/StateChip';
import { recordId } from '@/lib/recordId';
import { toast } from '@/lib/toast';
import { useListUrl } from '@/lib/useListUrl';
import { recordQueries } from './queries';
import { revisionQueries } from './revisionQueries';
import { RevisionsDialog } from './RevisionsDialog';
import { VersionChoice } from './VersionChoice';

const PAGE_SIZE = 20;

const kinds = ['added', 'removed', 'altered'] as const satisfies readonly ChangeKind[];

const looks = {
  added: { colour: 'approved', icon: AddCircleOutlined, label: 'Added' },
  removed: { colour: 'denied', icon: RemoveCircleOutlined, label: 'Removed' },
  altered: { colour: 'unattended', icon: ChangeCircleOutlined, label: 'Altered' },
} as const;

function BackButton() {
  return (
    <Button
      component={Link}
      to={`${paths.superUserDataDictionary}?tab=versions`}
      startIcon={<ArrowBack />}
    >
      Back
    </Button>
  );
}

/**
 * /superuser/data_dictionary/version_changes/{version_id}?with=: the tables and variables that
 * differ between two versions.
 */
export default function VersionChangesPage() {
  const id = recordId(useParams().version_id) ?? 0;
  const loaded = useQuery(recordQueries.version(id));
  if (loaded.data) return <ComparisonView key={loaded.data.data_source} newer={loaded.data} />;
  return (
    <>
      <PageHeader title="Changes between Versions" above={<BackButton />} />
      {loaded.error ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : (
        <RowsSkeleton />
      )}
    </>
  );
}

function ComparisonView({ newer }: { newer: VersionRecord }) {
  const list = useListUrl({
    pageSize: PAGE_SIZE,
    filters: ['with', 'kind'] as const,
    allowed: { kind: kinds },
  });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const older = recordId(list.filters.with);
  const kind = kinds.find((known) => known === list.filters.kind);
  const loaded = useQuery(
    revisionQueries.comparison({
      newer: newer.version_id,
      older,
      kind,
      page: list.page,
      pageSize: PAGE_SIZE,
    }),
  );
  const comparison = loaded.error ? undefined : loaded.data;
  /** Shows another comparison. Choosing the version of the other side swaps the two. */
  const compare = (from: VersionRecord | undefined, to: VersionRecord) => {
    const isSwap = from?.version_id === to.version_id;
    const [left, right] =
      isSwap && comparison
        ? to.version_id === newer.version_id
          ? [newer, comparison.older]
          : [newer, to]
        : [from, to];
    // The chosen version is already loaded, so the page does not need to read it again.
    queryClient.setQueryData(recordQueries.version(right.version_id).queryKey, right);
    void navigate(versionChangesPath(right.version_id, left?.version_id), {
      preventScrollReset: true,
    });
  };
  const rows = comparison && { rows: comparison.changes, total: comparison.page.total };
  return (
    <>
      <PageHeader
        title={`Changes in the Data Source called ${newer.source}`}
        purpose="Differences in tables and variables between two versions."
        above={<BackButton />}
        action={comparison && <DownloadButton newer={comparison.newer} older={comparison.older} />}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          mb: 3,
          maxWidth: 760,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <VersionChoice
          label="From version"
          dataSource={newer.data_source}
          value={comparison?.older ?? null}
          onChange={(chosen) => compare(chosen, newer)}
        />
        <VersionChoice
          label="To version"
          dataSource={newer.data_source}
          value={newer}
          onChange={(chosen) => compare(comparison?.older, chosen)}
        />
      </Box>
      {loaded.error && <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />}
      {!loaded.error && (
        <CountTabs
          label="Kinds of changes"
          tabs={[
            {
              key: 'all',
              title: 'All',
              count: comparison && comparison.added + comparison.removed + comparison.altered,
            },
            ...kinds.map((key) => ({ key, title: looks[key].label, count: comparison?.[key] })),
          ]}
          shown={kind ?? 'all'}
          onShow={(key) => list.change({ kind: key === 'all' ? '' : key })}
          showZero
        >
          <LoadedList
            list={list}
            loaded={{ ...loaded, data: rows }}
            empty={
              <EmptyState
                message={kind ? `Nothing was ${kind}` : 'No differences'}
                hint={kind ? undefined : 'Both versions have the same tables and variables.'}
              />
            }
          >
            {(changes, total) => (
              <>
                <PlainList aria-label="Changes" aria-busy={loaded.isPlaceholderData}>
                  {changes.map((change) => (
                    <Change key={`${change.record} ${change.id}`} change={change} />
                  ))}
                </PlainList>
                <PreviousNext list={list} total={total} />
              </>
            )}
          </LoadedList>
        </CountTabs>
      )}
    </>
  );
}

function Change({ change }: { change: VersionChange }) {
  const [dialog, setDialog] = useState(false);
  const [whole, setWhole] = useState(false);
  const { kind, record, id, tbl_name: table, var_name: variable, fields, facts } = change;
  const name = variable ? `${table}.${variable}` : table;
  return (
    <Box
      component="li"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        px: 2,
        py: 1.5,
        mb: 1.5,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        <StateChip {...looks[kind]} />
        <Typography
          variant="body1"
          component="h2"
          sx={{ fontWeight: 600, flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {record === 'table' ? 'Table' : 'Variable'} {name}
        </Typography>
        <Box sx={{ ml: { xs: -2, sm: 0 } }}>
          {facts.length > 0 && (
            <Button
              size="small"
              aria-expanded={whole}
              aria-label={`${whole ? 'Hide' : 'Show'} definition of ${name}`}
              onClick={() => setWhole(!whole)}
            >
              {whole ? 'Hide definition' : 'Show definition'}
            </Button>
          )}
          <Button size="small" aria-label={`History of ${name}`} onClick={() => setDialog(true)}>
            History
          </Button>
        </Box>
      </Box>
      {fields.length > 0 && <DefinitionChanges fields={fields} />}
      {whole && <Facts label={`Definition of ${name}`} facts={facts} />}
      {dialog && (
        <RevisionsDialog of={{ record, id }} name={name} onClose={() => setDialog(false)} />
      )}
    </Box>
  );
}

function DownloadButton({ newer, older }: { newer: VersionRecord; older: VersionRecord }) {
  const download = useAct({
    mutationFn: () => downloadVersionChanges(newer.version_id, older.version_id),
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
      Download as CSV
    </Button>
  );
}
