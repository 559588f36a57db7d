import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SortKey } from '@/api/lists';
import type { VersionRecord } from '@/api/models';
import type { GridColumn } from '@/components/ServerGrid';
import { ListSearch, ServerList } from '@/components/ServerList';
import { formatDate, formatDateTime } from '@/lib/dates';
import { tenRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { Excerpt } from './Cells';
import { ListHead } from './ListHead';
import { recordQueries } from './queries';
import { RemoveDialog } from './RemoveDialog';
import { RowActions } from '@/components/RowActions';
import { VersionDialog } from './VersionDialog';

/** What the call can sort by. */
const sorts: readonly SortKey<'/api/v1/data_dictionary/version'>[] = [
  'source',
  'message',
  'date_created',
  'committer',
];

const columns: readonly GridColumn<VersionRecord>[] = [
  {
    field: 'source',
    name: 'Data Source',
    flex: 1,
    minWidth: 190,
    cell: ({ source }) => <strong>{source}</strong>,
  },
  {
    field: 'message',
    name: 'Message',
    flex: 2,
    minWidth: 240,
    cell: ({ message }) => <Excerpt>{message}</Excerpt>,
  },
  {
    field: 'date_created',
    name: 'Date Created',
    width: 170,
    cell: ({ date_created }) => (
      <Tooltip title={formatDateTime(date_created)}>
        <span>{formatDate(date_created)}</span>
      </Tooltip>
    ),
  },
  {
    field: 'committer',
    name: 'Committed By',
    flex: 0.8,
    minWidth: 160,
    cell: ({ committer }) => committer,
  },
];

/** The versions of the data sources, the newest first (3 §2.8). */
export function VersionTab() {
  const list = useListUrl({ ...tenRows, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(recordQueries.versions({ search, sort, page, pageSize }));
  const [edited, setEdited] = useState<VersionRecord | 'new' | null>(null);
  const [removed, setRemoved] = useState<VersionRecord | null>(null);
  return (
    <>
      <ListHead
        title="List of Data Source Versions"
        addLabel="Add Data Source Version"
        onAdd={() => setEdited('new')}
      />
      <ListSearch list={list} placeholder="Data source or message" />
      <ServerList
        label="Data source versions"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ version_id }) => version_id}
        pageSizes={tenRows.pageSizes}
        empty="No data source versions found"
        emptyHint="Add a version when something in a data source has changed, and say what."
        actionsWidth={110}
        actions={(row) => (
          <RowActions
            of={`the version of ${row.source} of ${formatDate(row.date_created)}`}
            onEdit={() => setEdited(row)}
            onDelete={() => setRemoved(row)}
          />
        )}
      />
      {edited && (
        <VersionDialog
          version={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <RemoveDialog
          kind="version"
          id={removed.version_id}
          name={`The version of ${removed.source} of ${formatDate(removed.date_created)}`}
          onClose={() => setRemoved(null)}
        >
          Its message is deleted for good. The data source stays as it is.
        </RemoveDialog>
      )}
    </>
  );
}
