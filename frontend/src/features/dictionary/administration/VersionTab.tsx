import DifferenceOutlined from '@mui/icons-material/DifferenceOutlined';
import Tooltip from '@mui/material/Tooltip';
import { generatePath } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { VersionRecord } from '@/api/models';
import { paths, versionChangesPath } from '@/app/paths';
import { RecordList } from '@/ui/records/RecordList';
import { RowLink } from '@/ui/RowLink';
import type { ListColumn } from '@/ui/table/columns';
import { formatDate, formatDateTime } from '@/lib/dates';
import { tenRows } from '@/lib/pageSizes';
import { Excerpt } from './Cells';
import { recordQueries } from './queries';
import { RemoveDialog } from './RemoveDialog';
import { useLinkedSource } from './useLinkedSource';
import { VersionDialog } from './VersionDialog';

const sorts: readonly SortKey<'/api/v1/data_dictionary/version'>[] = [
  'source',
  'message',
  'date_created',
  'committer',
];

const nameOf = ({ source, date_created }: VersionRecord) =>
  `the version of ${source} of ${formatDate(date_created)}`;

const columns: readonly ListColumn<VersionRecord>[] = [
  {
    field: 'source',
    name: 'Data Source',
    flex: 1,
    minWidth: 190,
    cell: (version) => (
      <RowLink
        to={generatePath(paths.superUserVersionVariable, {
          version_id: String(version.version_id),
        })}
        label={`Show the variables of ${nameOf(version)}`}
      >
        {version.source}
      </RowLink>
    ),
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

/** Lists the versions of the data sources, newest first (3 §2.8). */
export function VersionTab() {
  const linked = useLinkedSource();
  return (
    <RecordList
      label="Data source versions"
      {...linked.list}
      pages={tenRows}
      sorts={sorts}
      columns={columns}
      keyOf={({ version_id }) => version_id}
      read={recordQueries.versions}
      placeholder="Data source or message"
      empty="No data source versions found"
      emptyHint="Add a version when something in a data source has changed, and describe the change."
      actionsWidth={140}
      head={{ title: 'List of Data Source Versions', addLabel: 'Add Data Source Version' }}
      nameOf={nameOf}
      more={({ version_id }) => [
        {
          title: 'Show what changed',
          icon: DifferenceOutlined,
          to: versionChangesPath(version_id),
        },
      ]}
      dialog={(version, onClose) => (
        <VersionDialog version={version} source={linked.chosen} onClose={onClose} />
      )}
      removal={(record, onClose) => (
        <RemoveDialog
          kind="version"
          id={record.version_id}
          name={`${record.source}, ${formatDate(record.date_created)}`}
          onClose={onClose}
        >
          Its message and contents are deleted permanently. The data source and its variables are
          not affected.
        </RemoveDialog>
      )}
    />
  );
}
