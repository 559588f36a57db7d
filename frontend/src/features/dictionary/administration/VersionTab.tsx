import Tooltip from '@mui/material/Tooltip';
import type { SortKey } from '@/api/lists';
import type { VersionRecord } from '@/api/models';
import { RecordList } from '@/components/records/RecordList';
import type { GridColumn } from '@/components/ServerGrid';
import { formatDate, formatDateTime } from '@/lib/dates';
import { tenRows } from '@/lib/pageSizes';
import { Excerpt } from './Cells';
import { recordQueries } from './queries';
import { RemoveDialog } from './RemoveDialog';
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
  return (
    <RecordList
      label="Data source versions"
      pages={tenRows}
      sorts={sorts}
      columns={columns}
      keyOf={({ version_id }) => version_id}
      read={recordQueries.versions}
      placeholder="Data source or message"
      empty="No data source versions found"
      emptyHint="Add a version when something in a data source has changed, and say what."
      actionsWidth={110}
      head={{ title: 'List of Data Source Versions', addLabel: 'Add Data Source Version' }}
      nameOf={(row) => `the version of ${row.source} of ${formatDate(row.date_created)}`}
      dialog={(version, onClose) => <VersionDialog version={version} onClose={onClose} />}
      removal={(record, onClose) => (
        <RemoveDialog
          kind="version"
          id={record.version_id}
          name={`The version of ${record.source} of ${formatDate(record.date_created)}`}
          onClose={onClose}
        >
          Its message is deleted for good. The data source stays as it is.
        </RemoveDialog>
      )}
    />
  );
}
