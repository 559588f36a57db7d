import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import { generatePath } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { SourceRecord } from '@/api/models';
import { paths } from '@/app/paths';
import { RecordList } from '@/ui/records/RecordList';
import { RowLink } from '@/ui/RowLink';
import type { ListColumn } from '@/ui/table/columns';
import { tenRows } from '@/lib/pageSizes';
import { YesOrNo } from '@/ui/YesOrNo';
import { lazyDialog } from '@/lib/lazyPart';
import { importPath } from '../import/paths';
import { Excerpt } from './Cells';
import { recordQueries } from './queries';
import { RemoveDialog } from './RemoveDialog';
import { useLinkedSource } from './useLinkedSource';

const SourceDialog = lazyDialog(() => import('./SourceDialog'), 'SourceDialog');

const sorts: readonly SortKey<'/api/v1/data_dictionary/data_source'>[] = [
  'source',
  'db_type',
  'dbms',
];

const columns: readonly ListColumn<SourceRecord>[] = [
  {
    field: 'source',
    name: 'Data Source',
    flex: 1.2,
    minWidth: 190,
    cell: ({ data_source_id, source }) => (
      <RowLink
        to={generatePath(paths.superUserTables, { data_source: String(data_source_id) })}
        label={`Show the tables of the data source ${source}`}
      >
        {source}
      </RowLink>
    ),
  },
  {
    field: 'description',
    name: 'Description',
    flex: 2,
    minWidth: 220,
    cell: ({ description }) => <Excerpt>{description}</Excerpt>,
  },
  {
    field: 'db_type',
    name: 'Database Type',
    flex: 0.8,
    minWidth: 140,
    cell: ({ db_type }) => db_type,
  },
  {
    field: 'dbms',
    name: 'Database Management Systems',
    width: 266,
    cell: ({ dbms }) => dbms,
  },
  {
    field: 'publish',
    name: 'Publish',
    width: 100,
    cell: ({ publish }) => <YesOrNo value={publish} />,
  },
];

/** Lists the data sources, published or not (3 §2.8). */
export function SourceTab() {
  const linked = useLinkedSource();
  return (
    <RecordList
      label="Data sources"
      {...linked.list}
      pages={tenRows}
      sorts={sorts}
      columns={columns}
      keyOf={({ data_source_id }) => data_source_id}
      read={recordQueries.sources}
      placeholder="Name or description"
      empty="No data sources found"
      emptyHint="Add the first one, or import a dictionary."
      actionsWidth={140}
      head={{ title: 'List of Data Sources', addLabel: 'Add Data Source' }}
      nameOf={(row) => `the data source ${row.source}`}
      more={(row) => [
        {
          title: 'Import its dictionary from files',
          icon: UploadFileOutlined,
          to: importPath(row.source),
        },
      ]}
      dialog={(source, onClose) => (
        <SourceDialog source={source ?? linked.record} onClose={onClose} />
      )}
      removal={(record, onClose) => (
        <RemoveDialog
          kind="data source"
          id={record.data_source_id}
          name={record.source}
          onClose={onClose}
        >
          The data source is deleted permanently. A data source that has tables, data custodians,
          versions or data requests cannot be deleted; you can stop publishing it instead.
        </RemoveDialog>
      )}
    />
  );
}
