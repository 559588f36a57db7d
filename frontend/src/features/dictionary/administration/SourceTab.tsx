import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { generatePath, Link } from 'react-router';
import type { SortKey } from '@/api/lists';
import type { SourceRecord } from '@/api/models';
import { paths } from '@/app/paths';
import type { GridColumn } from '@/components/ServerGrid';
import { ListSearch, ServerList } from '@/components/ServerList';
import { tenRows } from '@/lib/pageSizes';
import { useListUrl } from '@/lib/useListUrl';
import { Excerpt, YesOrNo } from './Cells';
import { ListHead } from './ListHead';
import { recordQueries } from './queries';
import { RemoveDialog } from './RemoveDialog';
import { RowActions } from '@/components/RowActions';
import { SourceDialog } from './SourceDialog';

/** What the call can sort by. */
const sorts: readonly SortKey<'/api/v1/data_dictionary/data_source'>[] = [
  'source',
  'db_type',
  'dbms',
];

const columns: readonly GridColumn<SourceRecord>[] = [
  {
    field: 'source',
    name: 'Data Source',
    flex: 1.2,
    minWidth: 190,
    cell: ({ source }) => <strong>{source}</strong>,
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

/** The data sources, published or not (3 §2.8). */
export function SourceTab() {
  const list = useListUrl({ ...tenRows, sorts });
  const { search, sort, page, pageSize } = list;
  const loaded = useQuery(recordQueries.sources({ search, sort, page, pageSize }));
  const [edited, setEdited] = useState<SourceRecord | 'new' | null>(null);
  const [removed, setRemoved] = useState<SourceRecord | null>(null);
  return (
    <>
      <ListHead
        title="List of Data Sources"
        addLabel="Add Data Source"
        onAdd={() => setEdited('new')}
      />
      <ListSearch list={list} placeholder="Name or description" />
      <ServerList
        label="Data sources"
        list={list}
        loaded={loaded}
        columns={columns}
        keyOf={({ data_source_id }) => data_source_id}
        pageSizes={tenRows.pageSizes}
        empty="No data sources found"
        emptyHint="Add the first one, or import a dictionary on the server."
        actionsWidth={140}
        actions={(row) => (
          <>
            <Tooltip title="Show its tables" describeChild>
              <IconButton
                component={Link}
                to={generatePath(paths.superUserTables, {
                  data_source: String(row.data_source_id),
                })}
                aria-label={`Show the tables of the data source ${row.source}`}
              >
                <VisibilityOutlined fontSize="small" />
              </IconButton>
            </Tooltip>
            <RowActions
              of={`the data source ${row.source}`}
              onEdit={() => setEdited(row)}
              onDelete={() => setRemoved(row)}
            />
          </>
        )}
      />
      {edited && (
        <SourceDialog
          source={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <RemoveDialog
          kind="data source"
          id={removed.data_source_id}
          name={removed.source}
          onClose={() => setRemoved(null)}
        >
          The data source is deleted for good. One that has tables, data custodians, versions or
          data requests stays; you can stop publishing it instead.
        </RemoveDialog>
      )}
    </>
  );
}
